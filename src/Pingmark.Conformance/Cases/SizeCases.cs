using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>From the smallest message to the largest, and one step beyond each limit.</summary>
internal static class SizeCases
{
    /// <summary>The protocol's own limits, beside those of describe.</summary>
    private const long HourNs = 3_600_000_000_000,
        MostSlots = 1 << 22;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "sizes.server",
                "every size from the smallest to the largest comes back byte for byte",
                Subject.Server,
                ServerAsync
            ),
            new(
                "sizes.client-smallest",
                "a client's smallest messages, of ones, are as the protocol composes them",
                Subject.Client,
                bench => ClientAsync(bench, bench.Stack.MinMessageBytes, "ones", inFlight: 3),
                ofFraming: true
            ),
            new(
                "sizes.client-odd",
                "a client's messages of 1,001 zero bytes are as the protocol composes them",
                Subject.Client,
                bench => ClientAsync(bench, 1001, "zeros", inFlight: 4),
                ofFraming: true
            ),
            new(
                "sizes.client-largest",
                "a client's largest messages, of random bytes, are as the protocol composes them",
                Subject.Client,
                bench => ClientAsync(bench, bench.Stack.MaxMessageBytes, "random", inFlight: 1)
            ),
            new(
                "sizes.limits",
                "what is outside the limits of describe and of the protocol is unsupported, and the limit is named",
                Subject.Client,
                LimitsAsync
            ),
        ];

    /// <summary>The bytes are no payload of the protocol: an echo that is computed instead of received
    /// differs.</summary>
    private static async Task ServerAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.GreetAsync(server);
        var largest = bench.Stack.MaxMessageBytes - bench.Stack.FrameBytes;
        foreach (
            var bytes in new[]
            {
                4,
                5,
                7,
                28,
                64,
                1_000,
                1_471,
                1_473,
                4_096,
                16_384,
                16_385,
                32_767,
                largest - 1,
                largest,
            }.Where(size => size <= largest)
        )
            await client.EchoAsync(RandomNumberGenerator.GetBytes(bytes));
    }

    private static async Task ClientAsync(Bench bench, int messageBytes, string payload, int inFlight)
    {
        var server = bench.Serve(
            new() { Promise = new(inFlight, messageBytes - bench.Stack.FrameBytes, new Payload(payload)) }
        );
        var client = await bench.ConnectAsync(
            server,
            new()
            {
                ["message_bytes"] = messageBytes,
                ["payload"] = payload,
                ["in_flight"] = inFlight,
            }
        );
        var result = await client.RunAsync();
        server.ExpectNoProblems();
        Expect.That(
            result is { Received: > 0, Corrupt: 0 },
            "correct answers",
            $"{result.Received} received, {result.Corrupt} corrupt"
        );
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    private static async Task LimitsAsync(Bench bench)
    {
        var worker = await bench.UnconnectedAsync();
        var stack = bench.Stack;
        (string Field, long Value, long Limit)[] beyond =
        [
            ("message_bytes", stack.MinMessageBytes - 1, stack.MinMessageBytes),
            ("message_bytes", stack.MaxMessageBytes + 1, stack.MaxMessageBytes),
            ("connections", stack.MaxConnections + 1, stack.MaxConnections),
            ("in_flight", stack.MaxInFlight + 1, stack.MaxInFlight),
            ("lost_after_ns", HourNs + 1, HourNs),
            ("timeout_ns", HourNs + 1, HourNs),
            ("timeout_ns", long.MaxValue, HourNs),
        ];
        foreach (var (field, value, limit) in beyond)
            await RefusesAsync(worker, stack, new() { [field] = value }, limit);
        var inFlight = stack.MaxInFlightBytes / stack.MaxMessageBytes + 1;
        if (inFlight <= stack.MaxInFlight)
            await RefusesAsync(
                worker,
                stack,
                new() { ["message_bytes"] = stack.MaxMessageBytes, ["in_flight"] = inFlight },
                stack.MaxInFlightBytes
            );
        inFlight = Math.Min(stack.MaxInFlight, stack.MaxInFlightBytes / stack.MinMessageBytes);
        var connections = MostSlots / inFlight + 1;
        if (connections <= stack.MaxConnections)
            await RefusesAsync(
                worker,
                stack,
                new()
                {
                    ["message_bytes"] = stack.MinMessageBytes,
                    ["in_flight"] = inFlight,
                    ["connections"] = connections,
                },
                MostSlots
            );
    }

    private static async Task RefusesAsync(WorkerUnderTest worker, StackFacts stack, JsonObject beyond, long limit)
    {
        var request = ClientUnderTest.Request(stack, new("127.0.0.1", 9), Bench.NewToken(), beyond);
        Expect.Contains(
            Digits((await worker.AskAsync("connect", request)).Unsupported()),
            $"{limit}",
            $"a reason for {beyond.ToJsonString()}"
        );
    }

    /// <summary>Reasons are for people, who like 65,540 better than 65540.</summary>
    private static string Digits(string reason) => reason.Replace(",", "", StringComparison.Ordinal);
}
