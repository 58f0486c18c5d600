using System.Text.Json.Nodes;

namespace Pingmark.ConformanceTests;

/// <summary>The published JSON Schema of summary.json holds for what is written, and for nothing else.</summary>
public sealed class SummarySchemaTests
{
    private static readonly Schema Schema = Schema.Load("summary");

    private static JsonObject Golden() =>
        JsonNode
            .Parse(File.ReadAllText(Path.Combine(Tree.Root, "tests", "unit", "Reports", "golden", "summary.json")))!
            .AsObject();

    [Fact]
    public void The_golden_summary_satisfies_it() => Assert.Empty(Schema.Problems(Golden()));

    [Theory]
    [InlineData("schema", "\"pingmark.summary/1\"")]
    [InlineData("seed", "1.5")]
    [InlineData("machine", "null")]
    [InlineData("cells", "{}")]
    [InlineData("cells/0/status", "\"fine\"")]
    [InlineData("cells/0/sent", "\"many\"")]
    [InlineData("cells/0/scenario", "null")]
    [InlineData("cells/0/scenario/pin/server", "1")]
    [InlineData("cells/0/rtt_p50_ns", "{\"value\": 1}")]
    [InlineData("cells/1/rtt_p99_ns", "7")]
    [InlineData("cells/0/versions/server", "17")]
    [InlineData("comparisons/0/verdict", "\"better\"")]
    [InlineData("published/figures/0/value", "null")]
    public void What_is_not_of_that_form_violates_it(string key, string value)
    {
        var summary = Golden();
        var path = key.Split('/');
        var holder = path[..^1]
            .Aggregate((JsonNode)summary, (at, name) => int.TryParse(name, out var i) ? at[i]! : at[name]!);
        holder[path[^1]] = JsonNode.Parse(value);
        Assert.NotEmpty(Schema.Problems(summary));
    }

    [Fact]
    public void What_is_missing_violates_it()
    {
        var summary = Golden();
        summary["cells"]![0]!.AsObject().Remove("scenario");
        var problem = Assert.Single(Schema.Problems(summary));
        Assert.StartsWith("/cells/0: ", problem);
        Assert.Contains("\"scenario\"", problem);
    }
}
