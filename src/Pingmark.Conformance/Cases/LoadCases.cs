using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Which loads there are, what belongs to them, and what is refused.</summary>
internal static class LoadCases
{
    /// <summary>What they need, too.</summary>
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
        SegmentsAsync(
            bench,
            together: 1,
            new() { ["message_bytes"] = bench.Stack.MinMessageBytes },
            new() { ["messages"] = 20, ["load"] = "write-write-read" },
            perMessage: 2
        );

    private static Task LoadsPrefloodAsync(Bench bench) =>
        SegmentsAsync(
            bench,
            together: 5,
            new() { ["in_flight"] = 8 },
            Fields.Of(("messages", 20), ("load", "preflood"), ("preflood", 4), ("lost_after_ns", 500_000_000)),
            perMessage: 1
        );

    private static Task LoadsBatchAsync(Bench bench) =>
        SegmentsAsync(
            bench,
            together: 4,
            new() { ["in_flight"] = 4 },
            Fields.Of(("messages", 40), ("load", "batch"), ("batch", 4)),
            perMessage: 0.25
        );

    /// <param name="together">The server answers when so many have arrived.</param>
    /// <param name="perMessage">Segments with data.</param>
    private static async Task SegmentsAsync(
        Bench bench,
        int together,
        JsonObject options,
        JsonObject run,
        double perMessage
    )
    {
        var server = (RawStreamServer)bench.Serve(new() { Together = together });
        var client = await bench.ConnectAsync(server, options);
        var before = server.DataSegments;
        Expect.Equal("answers", $"{run["messages"]}", $"{(await client.RunAsync(run)).Received}");
        var (segments, expected) = (server.DataSegments - before, perMessage * server.Messages);
        // A busy machine joins two now and then, or repeats one that is acknowledged late.
        Expect.Within("segments with data", 0.75 * expected, 1.5 * expected, segments);
    }
}
