using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The section with all cells of a run in one table, one scenario after the other: cells may be compared only
/// within one, so the table is sorted there.</summary>
internal static class FiguresSection
{
    private static readonly string[] Verdicts =
    [
        .. Enum.GetValues<ComparisonVerdict>().Select(verdict => verdict.Word()),
        ScenarioGroup.BaselineWord,
        ScenarioGroup.Unusable,
    ];

    /// <summary>The metrics that are shown at first, in this order; the others are shown on demand.</summary>
    private static readonly string[] OfBothSides =
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
    private static readonly string[] OfServers =
    [
        .. OfBothSides.Where(key => key != "client_cpu_ns_per_msg"),
        "server_peak_rss_bytes",
    ];

    private static string[] First(RunSource run) =>
        run.Groups.All(group => group.HasOneClient) ? OfServers : OfBothSides;

    public static Section Build(RunSource run)
    {
        var first = First(run);
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
                    run.Groups.Select(group => Explained(run, group, Figures(group, metrics, first))).ToList(),
                    Verdicts
                ),
                .. HowToRead(run).Select(text => new Paragraph(text) { IsSmall = true }),
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

    private static IEnumerable<string> HowToRead(RunSource run) =>
        [
            ReportSentences.HowToReadIntervals + ReportSentences.HowToReadRatios,
            .. ReportSentences.Footnotes(run.Groups, group => group.Headlines),
            ReportSentences.WhoseCosts(run.Groups),
        ];

    /// <summary>The table with what each row's stack is.</summary>
    private static Table Explained(RunSource run, ScenarioGroup group, Table table) =>
        table with
        {
            Rows =
            [
                .. table.Rows.Zip(
                    group.Cells,
                    (row, cell) =>
                        (IReadOnlyList<TableCell>)
                            [
                                row[0] with
                                {
                                    Meaning = run.About(cell),
                                    Link = SourcesSection.LinkOf(run, cell),
                                },
                                .. row.Skip(1),
                            ]
                ),
            ],
        };

    private static Table Figures(ScenarioGroup group, IReadOnlyList<Metric> metrics, string[] first) =>
        CellTable.Build(
            group,
            [
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
            ? new(EstimateText.Ratio(made.Ratio) + group.NotTheQuotient(made))
            {
                Interval = EstimateText.RatioInterval(made.Ratio),
                Value = made.Ratio.Value,
                Judgement = new(group.Word(cell), ReportSentences.Verdict(made), made.Ratio),
            }
            : new("")
            {
                Value = cell == group.Baseline ? 1 : null,
                Judgement = new(group.Word(cell), group.WithoutComparison(cell), null),
            };
}
