using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The table of those figures of one scenario that matter most, with the comparison by the headline
/// metric.</summary>
internal static class ShortTable
{
    private const int ManyConnections = 1_000;

    /// <summary>The highest rank of columns that are left out last (the rate, p50 and p99), and that are shown even where
    /// all figures are dashes, to tell that they could not be measured.</summary>
    public const int AlwaysAsked = 3;

    public static Table Build(ScenarioGroup group)
    {
        var headline = Metric.Find(group.Scenario.HeadlineMetric);
        var shown = Metrics(group);
        // Named after what is compared, for below 1 is good for a round trip and bad for throughput.
        var title = group.Scenario.HeadlineMetric == Metric.P50.Key ? "p50 to baseline" : "Rate to baseline";
        List<(Column, Func<CellSummary, TableCell>)> columns =
        [
            .. shown.Select(m => (Column(m, group.Scenario, m == headline), Figure(m))),
        ];
        if (group.Cells.Count > 1 || Verdict(group, group.Cells[0]) != NumberText.Missing)
            columns.Add(
                (
                    new(title) { Breaks = Document.Column.NoBreakBeforeInterval },
                    cell => new(Verdict(group, cell)) { Judgement = new(group.Word(cell), "", null) }
                )
            );
        return CellTable.Build(group, columns);
    }

    /// <summary>The metrics whose figures matter most in a scenario.</summary>
    public static IReadOnlyList<Metric> Metrics(ScenarioGroup group) =>
        [
            .. Enum.GetValues<MetricTable>()
                .SelectMany(Metric.In)
                .Where(m => m.Terminal?.Header(group.Scenario) is not null && IsShown(m, group.Scenario))
                .Where(m => m.Terminal!.Rank <= AlwaysAsked || group.Cells.Any(cell => m.EstimateOf(cell) is not null)),
        ];

    private static Column Column(Metric metric, Scenario scenario, bool isHeadline) =>
        Document.Column.Figure(metric.Terminal!.Header(scenario)!, isHeadline ? 0 : metric.Terminal.Rank) with
        {
            OutlastsWholeNames = metric.Terminal.Rank <= AlwaysAsked,
        };

    /// <summary>The cells of a metric's column; only times have room for intervals.</summary>
    private static Func<CellSummary, TableCell> Figure(Metric metric) =>
        cell =>
            metric.Table != MetricTable.Times ? metric.Text(cell)
            : CellTable.Figure(metric, cell) is var figure && metric.IsRough(cell)
                ? figure with
                {
                    Text = ReportSentences.Rough + figure.Text,
                }
            : figure;

    /// <summary>Whether a metric is shown. A rate that was asked for is not a result, but the achieved share of it is.
    /// What a rate, a network or many connections add takes the room of costs.</summary>
    private static bool IsShown(Metric metric, Scenario scenario) =>
        metric.Table.IsMeantIn(scenario)
        && metric.Table switch
        {
            MetricTable.OpenLoop => !scenario.Load.HasSnapshots,
            MetricTable.Memory => IsAboutMemory(scenario),
            MetricTable.Costs => scenario is { RatePerS: null, Network: null } && !IsAboutMemory(scenario),
            _ => metric != Metric.Throughput || scenario.RatePerS is null,
        };

    /// <summary>Whether there are so many connections that their memory takes the room of costs.</summary>
    private static bool IsAboutMemory(Scenario scenario) =>
        scenario
            is {
                AllConnections: >= ManyConnections,
                RatePerS: null,
                Network: null,
                Load: { IsOneWay: false, ConnectsForEach: false }
            };

    /// <summary>The comparison, or why there is none, and on the next lines which messages went missing.</summary>
    private static string Verdict(ScenarioGroup group, CellSummary cell)
    {
        var (verdict, needs) = group.Headline(cell) is { } made
            ? (ReportSentences.Ratio(made) + group.NotTheQuotient(made), ReportSentences.Needs(made))
            : (group.WithoutComparison(cell), "");
        // "about 43 min" stays on one line.
        needs = string.Join(": ", needs.Split(": ").Select(Document.Column.Unbroken));
        return string.Join(
            '\n',
            new[] { verdict, needs }
                .Where(line => line.Length > 0)
                .Concat(ReportSentences.Marks(cell).Select(Document.Column.Unbroken))
        );
    }
}
