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
        "rtt_p99_ns",
        "rtt_max_ns",
        "server_cpu_ns_per_msg",
        "client_cpu_ns_per_msg",
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
        Assert.All(summary.Cells(), HasTheKeysOfACell);
    }

    /// <summary>Of what the schema lets be away, because a cell may not be measured.</summary>
    public static void HasTheKeysOfACell(JsonElement cell)
    {
        foreach (var key in new[] { "scenario", "reasons", "rounds", "messages", "measured_s", "audits" })
            Assert.True(cell.TryGetProperty(key, out _), $"cell lacks {key}");
        foreach (var figure in Figures)
            if (cell.GetProperty(figure) is { ValueKind: not JsonValueKind.Null } estimate)
                foreach (var key in new[] { "value", "ci_low", "ci_high" })
                    Assert.True(estimate.TryGetProperty(key, out _), $"{figure} lacks {key}");
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
}
