using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.ConformanceTests;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>What every cell of every healthy run must hold.</summary>
internal static class SummaryChecks
{
    private static readonly string[] Figures =
    [
        "throughput_per_s",
        "rtt_p50_ns",
        "rtt_p90_ns",
        "rtt_p99_ns",
        "rtt_p999_ns",
        "rtt_max_ns",
        "rtt_mean_ns",
        "server_cpu_ns_per_msg",
        "client_cpu_ns_per_msg",
        "server_context_switches_per_msg",
        "client_context_switches_per_msg",
        "server_allocated_bytes_per_msg",
        "client_allocated_bytes_per_msg",
    ];

    private static readonly string[] Counts =
    [
        "sent",
        "received",
        "lost",
        "late",
        "duplicated",
        "reordered",
        "corrupt",
        "silent_connections",
    ];

    public static IReadOnlyList<JsonElement> Cells(this JsonElement summary) =>
        summary.GetProperty("cells").EnumerateArray().ToList();

    public static string Text(this JsonElement element, string key) => element.GetProperty(key).GetString()!;

    public static long Number(this JsonElement element, string key) => element.GetProperty(key).GetInt64();

    public static double Value(this JsonElement cell, string figure) =>
        cell.GetProperty(figure).GetProperty("value").GetDouble();

    /// <summary>The keys that the results format promises, each there, null or of its form.</summary>
    public static void HasTheKeysOfASummary(JsonElement summary)
    {
        Assert.Equal("pingmark.summary/2", summary.Text("schema"));
        Assert.Empty(
            ConformanceTests.Schema.Load("summary").Problems(JsonNode.Parse(summary.GetRawText())!.AsObject())
        );
        foreach (
            var key in new[]
            {
                "suite",
                "started_at",
                "duration_s",
                "baseline",
                "seed",
                "machine",
                "notes",
                "cells",
                "comparisons",
            }
        )
            Assert.True(summary.TryGetProperty(key, out _), $"summary lacks {key}");
        Assert.All(summary.Cells(), HasTheKeysOfACell);
        foreach (var comparison in summary.GetProperty("comparisons").EnumerateArray())
        {
            Assert.Contains(comparison.Text("verdict"), new[] { "faster", "slower", "same", "undecided" });
            HasBounds(comparison.GetProperty("ratio"), "ratio");
            foreach (var key in new[] { "a", "b", "metric" })
                Assert.NotEmpty(comparison.Text(key));
        }
    }

    public static void HasTheKeysOfACell(JsonElement cell)
    {
        foreach (
            var key in new[]
            {
                "id",
                "label",
                "stack",
                "client",
                "scenario",
                "reasons",
                "rounds",
                "messages",
                "measured_s",
                "audits",
            }
        )
            Assert.True(cell.TryGetProperty(key, out _), $"cell lacks {key}");
        Assert.Contains(cell.Text("design"), new[] { "slices", "trials" });
        Assert.Contains(cell.Text("status"), new[] { "ok", "invalid", "failed", "unsupported", "unavailable" });
        foreach (var key in new[] { "test", "connections", "in_flight", "message_bytes" })
            Assert.True(cell.GetProperty("scenario").TryGetProperty(key, out _), $"scenario lacks {key}");
        foreach (var figure in Figures)
            HasBounds(cell.GetProperty(figure), figure);
        foreach (var count in Counts)
            Assert.True(cell.Number(count) >= 0);
    }

    /// <summary>Messages came back whole, from every connection; on a stream all of them.</summary>
    public static void IsHealthy(JsonElement cell)
    {
        var all = cell.GetRawText();
        Assert.True(cell.Text("status") == "ok", all);
        Assert.True(cell.Number("received") > 0, all);
        Assert.True(cell.Number("sent") == cell.Number("received") + cell.Number("lost"), all);
        foreach (var count in new[] { "corrupt", "duplicated", "reordered", "silent_connections" })
            Assert.True(cell.Number(count) == 0, $"{count}: {all}");
        if (cell.Text("stack").Contains("/tcp-", StringComparison.Ordinal))
            Assert.True(cell.Number("lost") == 0, all);
        Assert.True(cell.Value("throughput_per_s") > 0, all);
    }

    private static void HasBounds(JsonElement estimate, string name)
    {
        if (estimate.ValueKind == JsonValueKind.Null)
            return;
        foreach (var key in new[] { "value", "ci_low", "ci_high" })
            Assert.True(estimate.TryGetProperty(key, out _), $"{name} lacks {key}");
    }
}
