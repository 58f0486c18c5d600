using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>docs/results-format.md explains every key and column that is written.</summary>
public sealed class ResultsFormatTests
{
    [Fact]
    public void Every_key_of_a_summary_is_explained() => AssertExplained(SummaryJson.Serialize(MockSummary.Build()));

    [Fact]
    public void Every_figure_is_explained() =>
        Golden.CheckDocument(
            "results-format.md",
            "| key | meaning |\n|---|---|\n"
                + string.Concat(
                    Metric
                        .All.Select(one => (one.Key, one.Meaning))
                        .Concat(Counter.Shown.Select(one => (one.Key, Meaning: one.Help)))
                        .GroupBy(one => one.Meaning, one => $"`{one.Key}`")
                        .Select(alike => $"| {string.Join(", ", alike)} | {alike.Key} |\n")
                )
        );

    [Fact]
    public void Every_column_is_explained() =>
        Assert.All(
            CsvReport.ColumnNames.Select(column => column.Replace("_ci_low", "").Replace("_ci_high", "")),
            IsExplained
        );

    internal static void AssertExplained(string json) =>
        Assert.All(Keys(JsonNode.Parse(json)!).Distinct(), IsExplained);

    internal static void IsExplained(string key) => Assert.Contains($"`{key}`", Document());

    private static IEnumerable<string> Keys(JsonNode node) =>
        node switch
        {
            // What is in these is named by the workers.
            JsonObject o => o.SelectMany(p =>
                p.Key is "effective_options" or "versions" || p.Value is null ? [p.Key] : Keys(p.Value).Prepend(p.Key)
            ),
            JsonArray a => a.OfType<JsonNode>().SelectMany(Keys),
            _ => [],
        };

    private static string Document([CallerFilePath] string caller = "") =>
        File.ReadAllText(Path.Combine(Path.GetDirectoryName(caller)!, "..", "..", "..", "docs", "results-format.md"));
}
