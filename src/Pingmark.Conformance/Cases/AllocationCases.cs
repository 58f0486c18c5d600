using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of what a kit allocates. It would be charged to its language's stacks, a window at a time and so
/// differently for each length of a window. A stack of raw sockets that spins allocates nothing itself, so that all
/// that is reported of it is the kit's.</summary>
internal static class AllocationCases
{
    /// <summary>The number of messages, few enough that the cost of a window shows.</summary>
    private const int Messages = 1_000,
        LapMessages = 100;

    /// <summary>How often it is measured. A runtime that compiles a method again allocates for that, once, on a thread
    /// of its own and at a time that the machine's load decides; what messages or windows allocate is in most of the
    /// tries.</summary>
    private const int Tries = 3;

    private const double MostBytesPerMessage = 1;

    private static async Task AllocationsClientAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        foreach (var laps in new (string, JsonNode?)[][] { [], [("lap_messages", LapMessages)] })
        {
            var run = ClientUnderTest.Messages(Messages).With(laps);
            // What is made once, and kept, is no message's cost.
            await client.RunAsync(run);
            await ExpectNothingAsync($"by {run.ToJsonString()}", () => client.RunAsync(run), client.UsageAsync);
        }
    }

    private static async Task AllocationsServerAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.GreetAsync(server);
        await EchoesAsync(Messages / 10);
        await ExpectNothingAsync("echoing", () => EchoesAsync(Messages), server.UsageAsync);

        async Task EchoesAsync(int messages)
        {
            for (var n = 0; n < messages; n++)
                await client.EchoAsync(BitConverter.GetBytes(n));
        }
    }

    /// <param name="usage">Reads the usage; a language without a garbage collector tells no allocations, and nothing is
    /// expected of it.</param>
    private static async Task ExpectNothingAsync(string when, Func<Task> exchange, Func<Task<Usage>> usage)
    {
        var bytesPerMessage = new List<double>();
        for (var n = 0; n < Tries; n++)
        {
            var before = await usage();
            await exchange();
            var used = await usage() - before;
            if (used.AllocatedBytes is { } bytes)
                bytesPerMessage.Add((double)bytes / used.Messages);
        }
        if (bytesPerMessage.Count > 0)
            Expect.AtMost(
                $"median of the bytes a message that are allocated {when}",
                MostBytesPerMessage,
                bytesPerMessage.Order().ElementAt(bytesPerMessage.Count / 2)
            );
    }
}
