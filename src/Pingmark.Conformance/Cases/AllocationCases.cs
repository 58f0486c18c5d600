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

    private static async Task AllocationsClientAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        foreach (var laps in new (string, JsonNode?)[][] { [], [("lap_messages", LapMessages)] })
        {
            var run = ClientUnderTest.Messages(Messages).With(laps);
            // What is made once, and kept, is no message's cost.
            await client.RunAsync(run);
            var before = await client.UsageAsync();
            await client.RunAsync(run);
            ExpectNothing($"by {run.ToJsonString()}", await client.UsageAsync() - before);
        }
    }

    private static async Task AllocationsServerAsync(Bench bench)
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
        if (used.AllocatedBytes is { } bytes)
            Expect.AtMost($"bytes that are allocated {when}", MostBytesPerMessage * used.Messages, bytes);
    }
}
