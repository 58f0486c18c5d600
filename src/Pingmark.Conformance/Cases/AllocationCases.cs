using System.Globalization;
using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>
/// What a kit allocates would be charged to its language's stacks, a window at a time and so differently for each
/// length of one. A stack of raw sockets that spins allocates nothing itself: all that is reported of it is the kit's.
/// </summary>
internal static class AllocationCases
{
    /// <summary>A window's cost shows only where it is shared by many.</summary>
    private const int Messages = 1_000,
        LapMessages = 100;

    private const double MostBytesPerMessage = 1;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "allocations.client",
                "a measurement, in laps and without, costs a client no allocated byte a message",
                Subject.Client,
                ClientAsync,
                ofFraming: true,
                spins: true
            ),
            new(
                "allocations.server",
                "a server that echoes allocates no byte a message",
                Subject.Server,
                ServerAsync,
                ofFraming: true,
                spins: true
            ),
        ];

    private static async Task ClientAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        foreach (var laps in new[] { false, true })
        {
            var run = new JsonObject { ["messages"] = Messages };
            if (laps)
                run["lap_messages"] = LapMessages;
            // What is made once, and kept, is no message's cost.
            await client.RunAsync(run);
            var before = await client.UsageAsync();
            await client.RunAsync(run);
            ExpectNothing(laps ? "in laps" : "without laps", await client.UsageAsync() - before);
        }
    }

    private static async Task ServerAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.GreetAsync(server);
        await EchoesAsync(Messages / 10);
        var before = await server.UsageAsync();
        await EchoesAsync(Messages);
        ExpectNothing("echoing", await server.UsageAsync() - before);

        async Task EchoesAsync(int messages)
        {
            for (var n = 0; n < messages; n++)
                await client.EchoAsync(BitConverter.GetBytes(n));
        }
    }

    /// <param name="used">Of a language without a collector it tells nothing of this.</param>
    private static void ExpectNothing(string when, Usage used)
    {
        if (used.AllocatedBytes is not { } bytes)
            return;
        Expect.That(
            bytes <= MostBytesPerMessage * used.Messages,
            $"0 bytes a message that are allocated {when}",
            string.Create(
                CultureInfo.InvariantCulture,
                $"{bytes} bytes of {used.Messages} messages, {(double)bytes / Math.Max(1, used.Messages):0.#} each"
            )
        );
    }
}
