using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of sizes, from the smallest message to the largest, and one step beyond each limit.</summary>
internal static class SizeCases
{
    /// <summary>The protocol's own limits, besides those that <c>describe</c> tells.</summary>
    private const long HourNs = 3_600_000_000_000,
        MostSlots = 1 << 22;

    private static Task SizesClientSmallestAsync(Bench bench) =>
        ClientAsync(bench, bench.Stack.MinMessageBytes, "ones", inFlight: 3);

    private static Task SizesClientOddAsync(Bench bench) => ClientAsync(bench, 1001, "zeros", inFlight: 4);

    private static Task SizesClientLargestAsync(Bench bench) =>
        ClientAsync(bench, bench.Stack.MaxMessageBytes, "random", inFlight: 1);

    /// <summary>Echoes bytes that are not a payload of the protocol, so that an answer which is computed and not
    /// received differs.</summary>
    private static async Task SizesServerAsync(Bench bench)
    {
        var client = await bench.GreetAsync(await bench.ServerAsync());
        var largest = bench.Stack.MaxMessageBytes - bench.Stack.FrameBytes;
        int[] sizes = [4, 5, 7, 28, 64, 1_000, 1_471, 1_473, 4_096, 16_384, 16_385, 32_767, largest - 1, largest];
        foreach (var bytes in sizes.Where(bytes => bytes <= largest))
            await client.EchoAsync(RandomNumberGenerator.GetBytes(bytes));
    }

    /// <summary>Looks at every byte of what a client sends, and at what it counts.</summary>
    public static async Task ClientAsync(
        Bench bench,
        int messageBytes,
        string payload,
        int inFlight,
        Behaviour? behaviour = null,
        long messages = 200
    )
    {
        var promise = new ClientPromise(inFlight, messageBytes - bench.Stack.FrameBytes, new Payload(payload));
        var server = bench.Serve((behaviour ?? new()) with { Promise = promise });
        var options = Fields.Create(("message_bytes", messageBytes), ("payload", payload), ("in_flight", inFlight));
        var client = await bench.ConnectAsync(server, options);
        var result = await client.RunAsync(messages);
        server.ExpectNoProblems();
        Expect.Right(result);
        // A server that collects answers keeps the last ones, which are not of the window.
        if (behaviour is not { Together: > 1 })
            Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    private static async Task SizesLimitsAsync(Bench bench) =>
        await RefusesBeyondLimitsAsync(await bench.UnconnectedAsync(), bench.Stack);

    private static async Task LibraryLimitsAsync(Bench bench) =>
        await RefusesBeyondLimitsAsync(await bench.IdleAsync(), bench.Stack);

    private static async Task RefusesBeyondLimitsAsync(WorkerUnderTest worker, StackFacts stack)
    {
        await RefusesAsync(stack.MinMessageBytes, ("message_bytes", stack.MinMessageBytes - 1));
        foreach (var (transmission, most) in stack.Transmissions)
            await RefusesAsync(most, ("transmission", transmission), ("message_bytes", most + 1));
        foreach (var missing in new[] { "reliable", "unreliable" }.Except(stack.Transmissions.Select(one => one.Name)))
            await RefusesAsync(missing, ("transmission", missing));
        await RefusesAsync(stack.MaxConnections, ("connections", stack.MaxConnections + 1));
        await RefusesAsync(stack.MaxInFlight, ("in_flight", stack.MaxInFlight + 1));
        foreach (var field in new[] { "lost_after_ns", "timeout_ns" })
            await RefusesAsync(HourNs, (field, HourNs + 1));
        await RefusesAsync(HourNs, ("timeout_ns", long.MaxValue));
        var inFlight = stack.MaxInFlightBytes / stack.MaxMessageBytes + 1;
        var largest = ("message_bytes", (JsonNode?)stack.MaxMessageBytes);
        if (inFlight <= stack.MaxInFlight)
            await RefusesAsync(stack.MaxInFlightBytes, largest, ("in_flight", inFlight));
        inFlight = Math.Min(stack.MaxInFlight, stack.MaxInFlightBytes / stack.MinMessageBytes);
        var connections = MostSlots / inFlight + 1;
        var smallest = ("message_bytes", (JsonNode?)stack.MinMessageBytes);
        if (connections <= stack.MaxConnections)
            await RefusesAsync(MostSlots, smallest, ("in_flight", inFlight), ("connections", connections));

        async Task RefusesAsync(object named, params (string, JsonNode?)[] beyond)
        {
            var options = Fields.Create(beyond);
            var request = ClientUnderTest.Request(stack, new(stack.Address, 9), Bench.NewToken(), options);
            var reason = (await worker.AskAsync("connect", request)).Unsupported();
            // Reasons are for people, who like 65,540 better than 65540.
            Expect.Contains(
                reason.Replace(",", "", StringComparison.Ordinal),
                $"{named}",
                $"a reason for {options.ToJsonString()}"
            );
        }
    }
}
