using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The section with all cells of a run in one table, one scenario after the other: cells may be compared only
/// within one, so the table is sorted there.</summary>
internal static class FiguresSection
{
    /// <summary>The metrics that are shown at first, in this order; the others are shown on demand.</summary>
    private static readonly string[] FirstOfBothSides =
    [
        "throughput_per_s",
        "achieved_rate",
        "rtt_p50_ns",
        "rtt_p99_ns",
        "rtt_p999_ns",
        "server_cpu_ns_per_msg",
        "client_cpu_ns_per_msg",
    ];

    /// <summary>The same where servers alone differ.</summary>
    private static readonly string[] FirstOfServers =
    [
        .. FirstOfBothSides.Where(key => key != "client_cpu_ns_per_msg"),
        "server_peak_rss_bytes",
    ];

    public static Section Build(RunSource run)
    {
        var first = run.Groups.All(group => group.HasOneClient) ? FirstOfServers : FirstOfBothSides;
        var metrics = Metric
            .All.Where(metric => run.Summary.Cells.Any(cell => metric.EstimateOf(cell) is not null))
            .OrderBy(metric => Array.IndexOf(first, metric.Key) is >= 0 and var at ? at : first.Length)
            .ToList();
        return new(
            "figures",
            "Figures",
            [
                new SortedTable(
                    "All figures",
                    run.Groups.Select(group => Figures(run, group, metrics, first)).ToList()
                ),
                Paragraph.Small(ReportSentences.HowToReadIntervals + ReportSentences.HowToReadRatios),
                .. ReportSentences
                    .Footnotes(run.Groups, group => group.Headlines)
                    .Select(note => Paragraph.Small(note)),
                Paragraph.Small(ReportSentences.WhoseCosts(run.Groups)),
                new Details(
                    "What the words mean",
                    [new Bullets(Words(run, metrics.Where(metric => first.Contains(metric.Key))))]
                ),
                new Details(
                    "What is withheld, and why",
                    [new Bullets(run.Groups.SelectMany(ReportSentences.Withheld).Distinct().ToList())]
                ),
            ]
        );
    }

    /// <summary>The words of the table for readers without a pointer: those of its headings, of its rows and of how it
    /// came about.</summary>
    private static List<string> Words(RunSource run, IEnumerable<Metric> shown) =>
        [
            .. run
                .Groups.SelectMany(group =>
                    group.Cells.SelectMany(ReportSentences.Marks).Concat(group.Cells.Select(group.Word))
                )
                .Concat(run.Groups.Any(group => group.Class is not null) ? ["class", "blocking", "spinning"] : [])
                .Concat(shown.Select(metric => metric.Title))
                .Concat(["in flight", "slice", "round"])
                .Select(Glossary.Find)
                .OfType<GlossaryEntry>()
                .Distinct()
                .Select(entry => $"{entry.Word}: {entry.Meaning}"),
        ];

    private static Table Figures(
        RunSource run,
        ScenarioGroup group,
        IReadOnlyList<Metric> metrics,
        IReadOnlyList<string> first
    ) =>
        Table.FromItems(
            group.Title,
            group.Cells,
            [
                (
                    Column.Stack,
                    cell =>
                        CellTable.Name(group, cell) with
                        {
                            Meaning = run.About(cell),
                            Link = PageSections.LinkToSource(run, cell),
                        }
                ),
                ("To baseline", cell => Compared(group, cell)),
                .. from metric in metrics
                select (
                    Column.Figure(metric.Title, first.Contains(metric.Key) ? 0 : 1),
                    (Func<CellSummary, TableCell>)(cell => CellTable.Figure(metric, cell))
                ),
                (Column.Figure("Messages", 1), cell => new(NumberText.Count(cell.Messages)) { Value = cell.Messages }),
            ]
        );

    private static TableCell Compared(ScenarioGroup group, CellSummary cell) =>
        group.Headline(cell) is { } made
            ? new(EstimateText.Ratio(made.Ratio.Value) + group.NotTheQuotient(made))
            {
                Interval = EstimateText.RatioBounds(made.Ratio),
                Value = made.Ratio.Value,
                Judgement = new(group.Word(cell), ReportSentences.Verdict(made), made.Ratio),
            }
            : new("")
            {
                Value = cell == group.Baseline ? 1 : null,
                Judgement = new(group.Word(cell), group.WithoutComparison(cell), null),
            };
}
