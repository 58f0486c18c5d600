using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of which loads there are, which fields belong to them, and what is refused.</summary>
internal static class LoadCases
{
    /// <summary>A scenario of each load with the number that it needs, and of one at a rate.</summary>
    private static readonly IReadOnlyList<Scenario> Known =
    [
        .. LoadList.All.Select(load =>
            load.RequiredNumber is { } needed
                ? new Scenario { Test = load.Name }.With(needed, needed.Least)
                : new Scenario { Test = load.Name }
        ),
        new() { RatePerS = 1_000 },
    ];

    private const long HalfNs = 500_000_000;

    private static async Task LoadsNamedAsync(Bench bench)
    {
        Expect.That(bench.Stack.Loads.Contains("closed"), "the closed load", string.Join(", ", bench.Stack.Loads));
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server);
        foreach (var scenario in Known)
        {
            var (load, name) = (scenario.Load, scenario.LoadName);
            var fields = ClientUnderTest.Messages(20).With(("load", name));
            if (load.RequiredNumber is { } needed)
                fields[needed.Field] = scenario[needed];
            if (scenario.RatePerS is { } perS)
                fields["rate_per_s"] = perS;
            if (bench.Stack.Loads.Contains(name) && !load.NeedsOwnConnections)
                Expect.Equal($"answers of the load {name}", 20, (await client.RunAsync(fields)).Received);
            else
                await client.Worker.RefusesAsync("run", fields, name);
        }
    }

    private static Task LoadsWriteWriteReadAsync(Bench bench) =>
        SegmentsAsync(bench, 1, 2, ("message_bytes", bench.Stack.MinMessageBytes), ("load", "write-write-read"));

    /// <summary>Prefloods a server that keeps the last answers, so that the messages that wait for them are
    /// lost.</summary>
    private static Task LoadsPrefloodAsync(Bench bench) =>
        SegmentsAsync(bench, 5, 1, ("in_flight", 8), ("load", "preflood"), ("preflood", 4), ("lost_after_ns", HalfNs));

    private static Task LoadsBatchAsync(Bench bench) =>
        SegmentsAsync(bench, 4, 0.25, ("in_flight", 4), ("load", "batch"), ("batch", 4));

    /// <param name="together">After how many messages the server answers.</param>
    /// <param name="perMessage">The expected number of segments with data for each message.</param>
    /// <param name="option">An option of the connection.</param>
    private static async Task SegmentsAsync(
        Bench bench,
        int together,
        double perMessage,
        (string, JsonNode?) option,
        params (string, JsonNode?)[] run
    )
    {
        const int Messages = 40;
        var server = (RawStreamServer)bench.Serve(new() { Together = together });
        var client = await bench.ConnectAsync(server, Fields.Create(option));
        var before = server.DataSegments;
        Expect.Equal("answers", Messages, (await client.RunAsync(Messages, run)).Received);
        var (segments, expected) = (server.DataSegments - before, perMessage * server.Messages);
        // A busy machine joins two now and then, or repeats one that is acknowledged late.
        Expect.Within("segments with data", 0.75 * expected, 1.5 * expected, segments);
    }
}
