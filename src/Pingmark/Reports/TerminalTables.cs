using Pingmark.Model;
using Pingmark.Vocabulary;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>The tables of <see cref="TerminalReport"/>.</summary>
internal static class TerminalTables
{
    private const int LongestUnbrokenName = 20,
        ManyConnections = 1_000;

    /// <summary>Up to this rank a column says even by dashes alone that something could not be had.</summary>
    private const int AlwaysAsked = 3;

    /// <summary>The figures of one scenario.</summary>
    /// <param name="withIntervals">False: only the comparison has its interval.</param>
    public static FittedTable Figures(ScenarioGroup group, bool withIntervals)
    {
        var headline = Metric.Find(group.Scenario.HeadlineMetric);
        var shown = Enum.GetValues<MetricTable>()
            .SelectMany(Metric.In)
            .Where(m => m.Terminal?.Header(group.Scenario) is not null && IsShown(m, group.Scenario))
            .Where(m => m.Terminal!.Rank <= AlwaysAsked || group.Cells.Any(cell => m.Of(cell) is not null))
            .ToList();
        var verdicts = group.Cells.ToDictionary(cell => cell, cell => Verdict(group, cell));
        // Named after what is compared, for below 1 is good for a round trip and bad for throughput.
        var comparison = group.Scenario.HeadlineMetric == Metric.P50.Key ? "p50 to baseline" : "Rate to baseline";
        FittedColumn[] compared =
            group.Cells.Count > 1 || verdicts.Values.Any(verdict => verdict != NumberText.Missing)
                ? [new(comparison) { Breaks = FittedTable.BeforeAnInterval }]
                : [];
        return new(
            [
                Stack,
                .. shown.Select(m => Figure(m.Terminal!.Header(group.Scenario)!, m == headline ? 0 : m.Terminal.Rank)),
                .. compared,
            ],
            group.Cells.Select(cell =>
                (string[])
                    [
                        Name(group, cell),
                        .. shown.Select(m =>
                            withIntervals && m.Table == MetricTable.Times ? m.TextWithInterval(cell) : m.Text(cell)
                        ),
                        .. compared.Select(_ => verdicts[cell]),
                    ]
            )
        );
    }

    /// <summary>A rate that was asked for is no figure; how much of it was achieved is. What a rate adds takes the room
    /// of costs.</summary>
    private static bool IsShown(Metric metric, Scenario scenario) =>
        metric.Table == MetricTable.OneWay ? scenario.IsOneWay
        : metric.Table == MetricTable.Churn ? scenario.IsChurn
        : metric.Table == MetricTable.Tick ? scenario.IsTick
        : metric.Table == MetricTable.Network ? scenario.Network is not null
        : metric.Table == MetricTable.Memory ? IsAboutMemory(scenario)
        : metric.Table == MetricTable.Costs && (scenario.Network is not null || IsAboutMemory(scenario)) ? false
        : metric.Table == MetricTable.OpenLoop ? scenario is { RatePerS: not null, IsTick: false }
        : scenario.RatePerS is null || metric != Metric.Throughput && metric.Table != MetricTable.Costs;

    /// <summary>With so many connections their memory takes the room of costs.</summary>
    private static bool IsAboutMemory(Scenario scenario) =>
        scenario
            is { AllConnections: >= ManyConnections, RatePerS: null, Network: null, IsOneWay: false, IsChurn: false };

    /// <summary>Laps of one scenario with the figures published for them, in ms.</summary>
    public static FittedTable Laps(ScenarioGroup group, Published? published)
    {
        var rows = PublishedRow.Of(group, published).Where(r => r.IsLap).ToLookup(r => r.Cell);
        return new(
            [
                Stack,
                Figure("Mean ± stddev", 0),
                Figure("Published", 2),
                Figure("To baseline", 1),
                new("Conditions") { Rank = 3 },
            ],
            group
                .Cells.Where(c => Metric.LapMean.Of(c) is not null)
                .SelectMany(cell =>
                    rows[cell]
                        .Skip(1)
                        .Select(row => (string[])["", "", .. Published(row)])
                        .Prepend([
                            Name(group, cell),
                            ReportWords.LapTime(cell),
                            .. Published(rows[cell].FirstOrDefault()),
                        ])
                )
        );

        static string[] Published(PublishedRow? row) =>
            row is null
                ? [NumberText.Missing, NumberText.Missing, ""]
                : [row.PublishedText, row.RatioText, row.Figure.Note];
    }

    /// <summary>Published figures of one scenario that are not laps; null if there are none.</summary>
    public static FittedTable? Published(ScenarioGroup group, Published published)
    {
        var rows = PublishedRow.Of(group, published).Where(r => !r.IsLap).ToList();
        return rows.Count == 0
            ? null
            : new(
                [
                    Stack,
                    new("Figure"),
                    Figure("Measured", 0),
                    Figure("Published", 0),
                    Figure("To baseline", 2),
                    new("Conditions") { Rank = 1 },
                ],
                rows.Select(row =>
                    (string[])
                        [
                            Name(group, row.Cell),
                            row.Metric,
                            row.MeasuredText,
                            row.PublishedText,
                            row.RatioText,
                            row.Figure.Note,
                        ]
                )
            );
    }

    /// <summary>The comparison, or why there is none, and on the next lines what went missing.</summary>
    private static string Verdict(ScenarioGroup group, CellSummary cell)
    {
        var verdict =
            cell.Status != CellStatus.Ok ? cell.Status.Word()
            : group.Headline(cell) is { } comparison ? ReportWords.Ratio(comparison) + group.NotTheQuotient(comparison)
            : cell == group.Baseline && group.Cells.Count > 1 ? "baseline"
            : NumberText.Missing;
        var needs = cell.Status == CellStatus.Ok && group.Headline(cell) is { } made ? ReportWords.Needs(made) : "";
        // "about 43 min" stays on one line.
        needs = string.Join(": ", needs.Split(": ").Select(FittedTable.Together));
        return string.Join(
            '\n',
            new[] { verdict, needs }
                .Where(line => line.Length > 0)
                .Concat(ReportWords.Marks(cell).Select(FittedTable.Together))
        );
    }

    private static readonly FittedColumn Stack = new("Stack") { Breaks = "/" + FittedTable.Unbreakable };

    private static FittedColumn Figure(string header, int rank) => new(header) { IsFigure = true, Rank = rank };

    /// <summary>Broken only where it is so long that the figures would have no room.</summary>
    private static string Name(ScenarioGroup group, CellSummary cell) =>
        group.Name(cell) is { Length: <= LongestUnbrokenName } name ? FittedTable.Together(name) : group.Name(cell);
}
