using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>The cells of one scenario and class, which may be compared, and so make one table.</summary>
internal sealed class ScenarioGroup
{
    public const string Unusable = "unusable",
        Measuring = "measuring",
        BaselineWord = "baseline";

    private readonly ILookup<string, Comparison> comparisons;

    private ScenarioGroup(
        ComparedWithin alike,
        IReadOnlyList<CellSummary> cells,
        string title,
        ILookup<string, Comparison> comparisons,
        bool isMeasuring
    )
    {
        IsMeasuring = isMeasuring;
        (Scenario, Class) = alike;
        Cells = cells;
        HasOneClient = cells.All(c => c.Client == cells[0].Client) && !cells.All(HasOwnClient);
        Title = HasOneClient ? $"{title}, client {cells[0].Client}" : title;
        if (Class is { Title.Length: > 0 })
            Title = $"{Class.Title}: {Title}";
        this.comparisons = comparisons;
        var comparedWith = cells.SelectMany(c => comparisons[c.Id]).Select(c => c.B).FirstOrDefault();
        Baseline = cells.FirstOrDefault(c => c.Id == comparedWith) ?? cells[0];
    }

    public Scenario Scenario { get; }

    /// <summary>The class of its servers' stacks; null where the suite compares all cells of a scenario.</summary>
    public StackClass? Class { get; }
    public IReadOnlyList<CellSummary> Cells { get; }

    /// <summary>The scenario in words: <c>1 connection x 1 in flight, 32 B</c>, and whatever else distinguishes it from
    /// the summary's other scenarios; the class before it.</summary>
    public string Title { get; }
    public CellSummary Baseline { get; }

    /// <summary>Whether the run still goes on, so that more will follow.</summary>
    public bool IsMeasuring { get; }

    /// <summary>Whether one client measured all servers.</summary>
    public bool HasOneClient { get; }

    /// <summary>What each server and each client does whatever the other side is, for each grid of clients and servers;
    /// empty where not all of the cells are in such grids, or too few were measured.</summary>
    public IReadOnlyList<SideEffects> Sides { get; private set; } = [];

    /// <summary>The groups in the order in which their first cells occur.</summary>
    public static IReadOnlyList<ScenarioGroup> GroupCells(Summary summary, bool isMeasuring = false)
    {
        var comparisons = summary.Comparisons.ToLookup(c => c.A);
        var scenarios = summary.Cells.Select(c => c.Scenario).Distinct().ToList();
        var groups = summary
            .Cells.GroupBy(c => c.ComparedWithin)
            .Select(g => new ScenarioGroup(
                g.Key,
                [.. g],
                ScenarioText.Title(g.Key.Scenario, scenarios),
                comparisons,
                isMeasuring
            ))
            .ToList();
        var effects = SideEffects.FromRun(groups);
        foreach (var group in groups.Where(ServerClientGrid.HaveAll))
            group.Sides = [.. effects[group]];
        return groups;
    }

    /// <summary>The comparison of a cell with the baseline by the scenario's headline metric; null if they were not
    /// compared, or the cell can't be used.</summary>
    public Comparison? Headline(CellSummary cell) =>
        cell.Status == CellStatus.Ok
            ? comparisons[cell.Id].FirstOrDefault(c => c.Metric == Scenario.HeadlineMetric)
            : null;

    public IEnumerable<Comparison> Headlines => Cells.Select(Headline).OfType<Comparison>();

    public IEnumerable<Comparison> Comparisons => Cells.SelectMany(c => comparisons[c.Id]);

    /// <summary>A cell's verdict, or the word for why it has none; empty for one that was measured and not
    /// compared.</summary>
    public string Word(CellSummary cell) =>
        IsAwaited(cell) ? Measuring
        : cell.Status != CellStatus.Ok ? Unusable
        : Headline(cell) is { } made ? made.Verdict.Word()
        : cell == Baseline ? BaselineWord
        : "";

    /// <summary>The one word that stands beside a cell's figures where there is no room for more.</summary>
    public string ShortWord(CellSummary cell) =>
        IsAwaited(cell) ? Measuring
        : cell.Status != CellStatus.Ok ? cell.Status.Word()
        : cell == Baseline ? BaselineWord
        : ReportSentences.Mark(cell) is { Length: > 0 } mark ? mark
        : Headline(cell) is { } made ? ReportSentences.ShortVerdict(made.Verdict)
        : "";

    /// <summary>What stands in place of a comparison for a cell that was not compared.</summary>
    public string WithoutComparison(CellSummary cell) =>
        IsAwaited(cell) ? Measuring
        : cell.Status != CellStatus.Ok ? cell.Status.Word()
        : cell == Baseline && Cells.Count > 1 ? BaselineWord
        : NumberText.Missing;

    /// <summary>Whether figures are still to come, also of a cell whose trials so far can't be used.</summary>
    private bool IsAwaited(CellSummary cell) =>
        IsMeasuring && (cell.Status is CellStatus.Unmeasured or CellStatus.Invalid);

    /// <summary>The mark where the figures of this table and their ratio differ.</summary>
    public string NotTheQuotient(Comparison comparison) =>
        Cells.FirstOrDefault(c => c.Id == comparison.A) is { } a
        && Cells.FirstOrDefault(c => c.Id == comparison.B) is { } b
            ? ReportSentences.NotTheQuotient(comparison, a, b)
            : "";

    /// <summary>The label, with the client where this cell's differs from the others' and from the stack.</summary>
    public string Name(CellSummary cell) =>
        HasOneClient ? cell.Label : CellNames.WithClient(cell.Label, cell.Stack, cell.Client);

    /// <summary>Whether the stack's own client made the load, which needs no mention.</summary>
    public static bool HasOwnClient(CellSummary cell) => cell.Client == cell.Stack;
}
