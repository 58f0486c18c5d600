using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Schema;

namespace Pingmark.Website;

/// <summary>Makes the data of each run for the page that compares any two cells: a script, for pages that are files may
/// read no other file.</summary>
internal static class RunData
{
    public static IEnumerable<WebFile> Make(Content content) => content.Runs.Select(run => Of(content, run));

    private static WebFile Of(Content content, PublishedRun run)
    {
        var scenarios = run.Summary.Cells.Select(cell => cell.Scenario).Distinct().ToList();
        var places = run.Summary.Cells.Index().ToDictionary(cell => cell.Item.Id, cell => cell.Index);
        var data = new
        {
            run.Id,
            Suite = Plain(run.Suite),
            StartedAt = RunTable.Date(run),
            Facts = run.Machine.Facts.Append(("pingmark", run.Version)).Select(fact => Pair(fact.Item1, fact.Item2)),
            Cautions = run.Cautions.Select(WithoutMarks),
            Cells = run.Summary.Cells.Select(cell => Cell(content, run, cell, scenarios)),
            Comparisons = run
                .Summary.Comparisons.Where(made => places.ContainsKey(made.A) && places.ContainsKey(made.B))
                .Select(made =>
                    new object?[]
                    {
                        places[made.A],
                        places[made.B],
                        made.Metric,
                        Numbers(made.Ratio),
                        made.Verdict.Word(),
                    }
                ),
        };
        return new(Address.OfData(run.Id), $"pingmarkRun({JsonSerializer.Serialize(data, ChartData.Options)});\n");
    }

    private static object Cell(
        Content content,
        PublishedRun run,
        CellSummary cell,
        IReadOnlyCollection<Scenario> scenarios
    ) =>
        new
        {
            Name = Plain(run.Source.Names.Find(cell.Id)),
            Stack = Plain(cell.Stack),
            Page = Address.OfStack(cell.Stack),
            Client = Plain(cell.Client),
            Scenario = Plain(ScenarioText.Title(cell.Scenario, scenarios)),
            Load = Address.Hash(JsonSerializer.Serialize(cell.Scenario, SummaryJson.LineOptions)),
            content.FactsOf(cell).Waits,
            Status = cell.Status.Word(),
            Reasons = cell.Reasons.Select(WithoutMarks),
            Marks = ReportSentences.Marks(cell).Select(Plain),
            Versions = cell.Versions.Select(version => Pair(version.Key, version.Value)),
            Figures = Metric
                .All.Select(metric => (Metric: metric, Estimate: metric.EstimateOf(cell)))
                .Where(figure => figure.Estimate is not null)
                .ToDictionary(
                    figure => figure.Metric.Key,
                    figure =>
                        new object[]
                        {
                            Numbers(figure.Estimate!),
                            EstimateText.WithInterval(figure.Estimate!, figure.Metric.Format),
                        }
                ),
            Withheld = cell.Withheld.Select(figure => Pair(figure.Metric, figure.Reason)),
        };

    private static double?[] Numbers(Estimate estimate) => [estimate.Value, estimate.CiLow, estimate.CiHigh];

    private static string[] Pair(string one, string other) => [Plain(one), Plain(other)];

    /// <summary>A sentence without the marks around what is to be typed.</summary>
    private static string WithoutMarks(string sentence) => Plain(sentence.Replace("`", "", StringComparison.Ordinal));

    private static string Plain(string text) => TerminalSafeText.Plain(text);
}
