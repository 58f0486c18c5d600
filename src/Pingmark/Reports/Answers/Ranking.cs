using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>Who is fastest among the cells that were compared with one baseline, by their verdicts alone: what is
/// undecided is never ahead.</summary>
internal sealed class Ranking
{
    private Ranking(ScenarioGroup group)
    {
        Group = group;
        Metric = Metric.Find(group.Scenario.HeadlineMetric)!;
        var compared = group
            .Cells.Select(cell => (Cell: cell, Made: group.Headline(cell)))
            .Where(one => one.Made is not null)
            .ToDictionary(one => one.Cell, one => one.Made!);
        Usable = [.. group.Cells.Where(cell => cell.Status == CellStatus.Ok)];
        Compared = compared.Count;
        var best = Best(compared, ComparisonVerdict.Faster);
        Undecided = Of(compared, ComparisonVerdict.Undecided);
        if (compared.Count == Undecided.Count)
            return;
        Fastest = best ?? group.Baseline;
        if (best is null)
        {
            AsFast = Of(compared, ComparisonVerdict.Same);
            IsOfDecidedAlone = Undecided.Count > 0;
            Next = Best(compared, ComparisonVerdict.Slower) is { } next ? (next, compared[next].Ratio) : null;
            return;
        }
        MaybeAsFast =
        [
            .. compared
                .Where(one =>
                    one.Key != best && one.Value.Verdict is ComparisonVerdict.Faster or ComparisonVerdict.Same
                )
                .Where(one => one.Key != best && Overlap(one.Value.Ratio, compared[best].Ratio))
                .Select(one => one.Key),
        ];
        IsOfDecidedAlone = Undecided.Any(cell => Overlap(compared[cell].Ratio, compared[best].Ratio));
    }

    public static Ranking Of(ScenarioGroup group) => new(group);

    public ScenarioGroup Group { get; }

    /// <summary>The metric that decides.</summary>
    public Metric Metric { get; }

    /// <summary>The cells that have figures.</summary>
    public IReadOnlyList<CellSummary> Usable { get; }

    /// <summary>Whether one cell has figures, and there is none to compare it with.</summary>
    public bool IsAlone => Usable.Count == 1 && Compared == 0 && (Group.Cells.Count == 1 || !Group.IsMeasuring);

    /// <summary>How many were compared with the baseline.</summary>
    public int Compared { get; }

    /// <summary>The fastest of those that are decided; null where nothing is.</summary>
    public CellSummary? Fastest { get; }

    /// <summary>Whether a comparison that is undecided may yet show another one to be faster.</summary>
    public bool IsOfDecidedAlone { get; }

    /// <summary>Those that are the same as the fastest, within what makes no difference.</summary>
    public IReadOnlyList<CellSummary> AsFast { get; } = [];

    /// <summary>Those that were not compared with the fastest itself, and whose ratio to the baseline is too near to
    /// its.</summary>
    public IReadOnlyList<CellSummary> MaybeAsFast { get; } = [];

    /// <summary>The best of those that are slower than a baseline that is the fastest; null where there is
    /// none.</summary>
    public (CellSummary Cell, Estimate Ratio)? Next { get; }

    public IReadOnlyList<CellSummary> Undecided { get; }

    private CellSummary? Best(Dictionary<CellSummary, Comparison> compared, ComparisonVerdict verdict) =>
        Of(compared, verdict).MaxBy(cell => (Metric.HigherIsFaster ? 1 : -1) * compared[cell].Ratio.Value);

    private static IReadOnlyList<CellSummary> Of(
        Dictionary<CellSummary, Comparison> compared,
        ComparisonVerdict verdict
    ) => [.. compared.Where(one => one.Value.Verdict == verdict).Select(one => one.Key)];

    private static bool Overlap(Estimate a, Estimate b) =>
        a is not { CiLow: { } low, CiHigh: { } high }
        || b is not { CiLow: { } otherLow, CiHigh: { } otherHigh }
        || low <= otherHigh && otherLow <= high;
}
