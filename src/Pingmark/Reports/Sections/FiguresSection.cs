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

    private static string[] First(IEnumerable<ScenarioGroup> groups) =>
        groups.All(group => group.HasOneClient) ? OfServers : OfBothSides;

    public static Section Build(RunSource run) =>
        new(
            "figures",
            "Figures",
            Blocks(
                [run],
                (_, group) => group.Title,
                (_, _, cell, name) => name with { Meaning = run.About(cell), Link = SourcesSection.LinkOf(run, cell) }
            )
        );

    /// <summary>One table of several runs, and what is to be known of it. Each scenario of each run is a group of its
    /// own, within which alone rows are sorted and compared.</summary>
    /// <param name="title">Titles a scenario of a run.</param>
    /// <param name="name">Completes the first cell of a row, which has the cell's name.</param>
    /// <param name="isShown">Whether a cell has a row; null: all have.</param>
    public static IReadOnlyList<Block> Blocks(
        IReadOnlyList<RunSource> runs,
        Func<RunSource, ScenarioGroup, string> title,
        Func<RunSource, ScenarioGroup, CellSummary, TableCell, TableCell> name,
        Func<CellSummary, bool>? isShown = null
    )
    {
        var shown = isShown ?? (_ => true);
        var groups = runs.SelectMany(run => run.Groups).Where(group => group.Cells.Any(shown)).ToList();
        var first = First(groups);
        var metrics = Metric
            .All.Where(metric => groups.Any(group => group.Cells.Any(cell => metric.EstimateOf(cell) is not null)))
            .OrderBy(metric => Array.IndexOf(first, metric.Key) is >= 0 and var at ? at : first.Length)
            .ToList();
        var tables =
            from run in runs
            from @group in run.Groups
            let cells = @group.Cells.Where(shown).ToList()
            where cells.Count > 0
            select Figures(@group, cells, metrics, first)
                .WithFirst(cells, (named, cell) => name(run, @group, cell, named)) with
            {
                Title = title(run, @group),
            };
        return
        [
            new SortedTable("All figures", [.. tables], Verdicts),
            .. HowToRead(groups).Select(text => new Paragraph(text) { IsSmall = true }),
            new Details(
                "What the words mean",
                [new Bullets(Words(groups, metrics.Where(metric => first.Contains(metric.Key))))]
            ),
            new Details(
                "What is withheld, and why",
                [new Bullets([.. groups.SelectMany(group => ReportSentences.Withheld(group, isShown)).Distinct()])]
            ),
        ];
    }

    /// <summary>The words of the table for readers without a pointer: those of its headings, of its rows and of how it
    /// came about.</summary>
    private static List<string> Words(IReadOnlyList<ScenarioGroup> groups, IEnumerable<Metric> shown) =>
        [
            .. groups
                .SelectMany(group =>
                    group.Cells.SelectMany(ReportSentences.Marks).Concat(group.Cells.Select(group.Word))
                )
                .Concat(groups.Any(group => group.Class is not null) ? ["class", "blocking", "spinning"] : [])
                .Concat(shown.Select(metric => metric.Title))
                .Concat(["in flight", "slice", "round"])
                .Select(Glossary.Find)
                .OfType<GlossaryEntry>()
                .Distinct()
                .Select(entry => $"{entry.Word}: {entry.Meaning}"),
        ];

    private static IEnumerable<string> HowToRead(IReadOnlyList<ScenarioGroup> groups) =>
        [
            ReportSentences.HowToReadIntervals + ReportSentences.HowToReadRatios,
            .. ReportSentences.Footnotes(groups, group => group.Headlines),
            ReportSentences.WhoseCosts(groups),
        ];

    private static Table Figures(
        ScenarioGroup group,
        IReadOnlyList<CellSummary> cells,
        IReadOnlyList<Metric> metrics,
        string[] first
    ) =>
        CellTable.Build(
            group,
            cells,
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
                Judgement = new(group.Word(cell), group.Verdict(made), made.Ratio),
            }
            : new("")
            {
                Value = cell == group.Baseline ? 1 : null,
                Judgement = new(group.Word(cell), group.WithoutComparison(cell), null),
            };
}
