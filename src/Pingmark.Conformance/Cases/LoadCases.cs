using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of which loads there are, which fields belong to them, and what is refused.</summary>
internal static class LoadCases
{
    /// <summary>The known loads, each with the field that it needs.</summary>
    private static readonly (string Load, string? Field, int Value)[] Known =
    [
        ("batch", "batch", 1),
        (ChurnCases.Load, null, 0),
        ("closed", null, 0),
        ("fixed-rate", "rate_per_s", 1_000),
        ("preflood", "preflood", 0),
        (OneWayCases.Load, null, 0),
        (TickCases.Load, null, 0),
        ("write-write-read", null, 0),
    ];

    private static async Task LoadsNamedAsync(Bench bench)
    {
        Expect.That(bench.Stack.Loads.Contains("closed"), "the closed load", string.Join(", ", bench.Stack.Loads));
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server);
        foreach (var (load, field, value) in Known)
        {
            var fields = ClientUnderTest.Messages(20).With(("load", load));
            if (field is not null)
                fields[field] = value;
            // Of clients that are connected for it.
            if (bench.Stack.Loads.Contains(load) && load is not (OneWayCases.Load or ChurnCases.Load or TickCases.Load))
                Expect.Equal($"answers of the load {load}", 20, (await client.RunAsync(fields)).Received);
            else
                await client.Worker.RefusesAsync("run", fields, load);
        }
    }

    private static Task LoadsWriteWriteReadAsync(Bench bench) =>
        SegmentsAsync(bench, 1, 2, ("message_bytes", bench.Stack.MinMessageBytes), ("load", "write-write-read"));

    /// <summary>Prefloods a server that keeps the last answers, so that the messages that wait for them are
    /// lost.</summary>
    private static Task LoadsPrefloodAsync(Bench bench) =>
        SegmentsAsync(
            bench,
            5,
            1,
            ("in_flight", 8),
            ("load", "preflood"),
            ("preflood", 4),
            ("lost_after_ns", 500_000_000)
        );

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
