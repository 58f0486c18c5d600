using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Comparing;
using Pingmark.History;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.ConformanceTests;

/// <summary>The published JSON Schemas hold for every recorded run, and for what is made of recorded runs.</summary>
public sealed class RecordedSchemaTests
{
    private static string Recorded { get; } = Path.Combine(Tree.Root, "tests", "unit", "Reports", "recorded");

    public static TheoryData<string> Runs => new(Directory.EnumerateDirectories(Recorded).Select(Path.GetFileName)!);

    [Theory, MemberData(nameof(Runs))]
    public void A_recorded_run_satisfies_them(string run)
    {
        using (var folder = RunFolder.Open(Path.Combine(Recorded, run)))
            AssertValid("summary", SummaryJson.Serialize(SummedRun.Read(folder).Summary));
        AssertValid("run", Text(run, "run.json"));
        foreach (var line in Text(run, "trials.jsonl").Split('\n', StringSplitOptions.RemoveEmptyEntries))
            AssertValid("trial", line);
    }

    [Fact]
    public void A_comparison_satisfies_its_schema()
    {
        var run = ReadRun.Read(Path.Combine(Recorded, "quick"));
        var comparison = RunComparer.Compare(run, run, new(Anyway: true, FailOnRegression: 0.05, References: []));
        Assert.NotEmpty(comparison.Cells);
        AssertValid("comparison", Written(comparison));
    }

    [Fact]
    public void Histories_satisfy_their_schemas()
    {
        var asked = new FigureRequest(null, null) { TakesCrowded = true };
        var history = RunHistory.Read(Recorded, asked);
        var cells = CellHistory.Build(history, asked);
        Assert.NotEmpty(cells);
        AssertValid("history-list", Written(new HistoryDocument<PastRun>(history.Runs, history.Skipped, 0)));
        AssertValid("history-figures", Written(new HistoryDocument<CellHistory>(cells, history.Skipped, 0)));
    }

    /// <summary>A schema that allowed anything would hold, too.</summary>
    [Theory]
    [InlineData("run", "cells", "{}")]
    [InlineData("run", "seed", "null")]
    [InlineData("run", "schema", "\"pingmark.run/99\"")]
    [InlineData("trial", "round", "\"first\"")]
    [InlineData("trial", "unbroken/sent", "\"many\"")]
    [InlineData("trial", "unbroken/histogram", "{}")]
    [InlineData("trial", "transmission", "\"maybe\"")]
    [InlineData("trial", "crc32c", "\"none\"")]
    [InlineData("summary", "schema", "\"pingmark.summary/1\"")]
    [InlineData("summary", "seed", "1.5")]
    [InlineData("summary", "machine", "null")]
    [InlineData("summary", "cells", "{}")]
    [InlineData("summary", "cells/0/status", "\"fine\"")]
    [InlineData("summary", "cells/0/sent", "\"many\"")]
    [InlineData("summary", "cells/0/scenario", "null")]
    [InlineData("summary", "cells/0/scenario/pin/server", "1")]
    [InlineData("summary", "cells/0/rtt_p50_ns", "{\"value\": 1}")]
    [InlineData("summary", "cells/1/rtt_p99_ns", "7")]
    [InlineData("summary", "cells/0/versions/server", "17")]
    [InlineData("summary", "comparisons/0/verdict", "\"better\"")]
    [InlineData("summary", "published/figures/0/value", "null")]
    public void What_is_not_of_that_form_violates_them(string schema, string key, string value)
    {
        var text = schema switch
        {
            "run" => Text("quick", "run.json"),
            "trial" => Text("quick", "trials.jsonl").Split('\n').First(line => line.Contains("\"status\":\"ok\"")),
            _ => GoldenSummary(),
        };
        AssertValid(schema, text);
        var changed = JsonNode.Parse(text)!.AsObject();
        var path = key.Split('/');
        var holder = path[..^1]
            .Aggregate((JsonNode)changed, (at, name) => int.TryParse(name, out var i) ? at[i]! : at[name]!);
        holder[path[^1]] = JsonNode.Parse(value);
        Assert.NotEmpty(Schema.Load(schema).Problems(changed));
    }

    [Fact]
    public void What_is_missing_violates_them()
    {
        var summary = JsonNode.Parse(GoldenSummary())!.AsObject();
        summary["cells"]![0]!.AsObject().Remove("scenario");
        var problem = Assert.Single(Schema.Load("summary").Problems(summary));
        Assert.StartsWith("/cells/0: ", problem);
        Assert.Contains("\"scenario\"", problem);
    }

    private static string GoldenSummary() => File.ReadAllText(Path.Combine(Recorded, "..", "golden", "summary.json"));

    private static string Text(string run, string file) => File.ReadAllText(Path.Combine(Recorded, run, file));

    private static string Written<T>(T value) => JsonSerializer.Serialize(value, SummaryJson.Options);

    private static void AssertValid(string schema, string json) =>
        Assert.Empty(Schema.Load(schema).Problems(JsonNode.Parse(json)!.AsObject()));
}
