using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Vocabulary;
using Pingmark.Wording;

namespace Pingmark.Reports.Sections;

/// <summary>All cells of a run in one table, the scenarios one after the other: only within one may cells be compared,
/// so it is sorted there.</summary>
internal static class FiguresSection
{
    private const string Baseline = "baseline";

    private static readonly string[] Verdicts =
    [
        .. Enum.GetValues<ComparisonVerdict>().Select(verdict => verdict.Word()),
        Baseline,
        ScenarioGroup.Unusable,
    ];

    /// <summary>What decides, in this order; the rest is shown on demand.</summary>
    private static readonly string[] First =
    [
        "throughput_per_s",
        "achieved_rate",
        "rtt_p50_ns",
        "rtt_p99_ns",
        "rtt_p999_ns",
        "server_cpu_ns_per_msg",
        "client_cpu_ns_per_msg",
    ];

    public static Section Of(RunSource run)
    {
        var metrics = Metric
            .All.Where(metric => run.Summary.Cells.Any(cell => metric.Of(cell) is not null))
            .OrderBy(metric => Array.IndexOf(First, metric.Key) is >= 0 and var at ? at : First.Length)
            .ToList();
        Column[] columns =
        [
            Column.Stack,
            new("To baseline"),
            .. metrics.Select(metric => Column.Figure(metric.Title, First.Contains(metric.Key) ? 0 : 1)),
            Column.Figure("Messages", 1),
        ];
        return new(
            "figures",
            "Figures",
            [
                new SortedTable(
                    "All figures",
                    columns,
                    run.Groups.Select(group => new RowGroup(
                            group.Title,
                            group.Cells.Select(cell => Row(group, cell, metrics)).ToList()
                        ))
                        .ToList(),
                    Verdicts
                ),
                .. HowToRead(run).Select(text => new Paragraph(text) { IsSmall = true }),
                new Details(
                    "What is withheld, and why",
                    [new Bullets(run.Groups.SelectMany(ReportWords.Withheld).Distinct().ToList())]
                ),
            ]
        );
    }

    private static IEnumerable<string> HowToRead(RunSource run) =>
        [
            ReportWords.HowToReadIntervals + ReportWords.HowToReadRatios,
            .. ReportWords.Footnotes(run.Groups),
            run.Groups.Any(group => group.Scenario.PairThreads is not null) ? ReportWords.OneProcess : "",
        ];

    private static JudgedRow Row(ScenarioGroup group, CellSummary cell, IReadOnlyList<Metric> metrics)
    {
        var comparison = cell.Status == CellStatus.Ok ? group.Headline(cell) : null;
        var verdict =
            cell.Status != CellStatus.Ok ? group.WithoutVerdict(cell)
            : comparison is not null ? comparison.Verdict.Word()
            : cell == group.Baseline ? Baseline
            : "";
        return new(
            cell.Id,
            verdict,
            [
                new TableCell(group.Name(cell)) { Marks = ReportWords.Marks(cell).ToList() },
                Compared(group, cell, comparison) with
                {
                    Value = comparison?.Ratio.Value ?? (cell == group.Baseline ? 1 : null),
                },
                .. metrics.Select(metric => CellTable.Figure(metric, cell)),
                new TableCell(NumberText.Count(cell.Messages)) { Value = cell.Messages },
            ]
        );
    }

    private static TableCell Compared(ScenarioGroup group, CellSummary cell, Comparison? comparison)
    {
        if (comparison is not null)
        {
            var word = comparison.Verdict.Word();
            var needs = ReportWords.Needs(comparison);
            return new(EstimateText.Ratio(comparison.Ratio) + group.NotTheQuotient(comparison))
            {
                Interval = EstimateText.RatioInterval(comparison.Ratio),
                Judgement = new(word, needs.Length > 0 ? needs : word, comparison.Ratio),
            };
        }
        var without = group.WithoutVerdict(cell);
        return new("")
        {
            Judgement =
                cell.Status == CellStatus.Ok
                    ? new("", cell == group.Baseline && group.Cells.Count > 1 ? Baseline : NumberText.Missing, null)
                    : new(without, without == ScenarioGroup.Measuring ? without : cell.Status.Word(), null),
        };
    }
}
