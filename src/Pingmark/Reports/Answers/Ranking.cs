using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Reports.Answers;

/// <param name="LogMean">The logarithm of how many times as fast as the baseline it is.</param>
/// <param name="LogHalfWidth">The half-width of its 95 % interval.</param>
/// <param name="Chance">The chance that it is the fastest.</param>
internal sealed record Ranked(CellSummary Cell, double LogMean, double LogHalfWidth, double Chance);

/// <summary>Who is fastest, with what chance, among the cells that were compared with one baseline.</summary>
internal sealed class Ranking
{
    /// <summary>The chance from which on one is told as the fastest, and several as a tie.</summary>
    private const double LeastChance = 0.9;

    /// <summary>How much wider intervals are of which none of about ten is wrong in 95 % of all runs.</summary>
    private const double WideningForSeveral = 1.4;

    public Ranking(ScenarioGroup group)
    {
        Group = group;
        Metric = Metric.Find(group.Scenario.HeadlineMetric)!;
        Usable = [.. group.Cells.Where(cell => cell.Status == CellStatus.Ok)];
        var entries = Usable.Select(Entry).OfType<(CellSummary Cell, double Mean, double HalfWidth)>().ToList();
        if (entries.Count < 2)
            return;
        var chances = ChanceOfFirst.Compute([.. entries.Select(entry => (entry.Mean, entry.HalfWidth))]);
        All =
        [
            .. entries
                .Zip(chances, (entry, chance) => new Ranked(entry.Cell, entry.Mean, entry.HalfWidth, chance))
                .OrderByDescending(one => one.Chance)
                .ThenByDescending(one => one.LogMean),
        ];
        var sum = 0.0;
        First = [.. All.TakeWhile(one => (sum += one.Chance) - one.Chance < LeastChance)];
    }

    public ScenarioGroup Group { get; }

    /// <summary>The metric that decides.</summary>
    public Metric Metric { get; }

    /// <summary>The cells that have figures.</summary>
    public IReadOnlyList<CellSummary> Usable { get; }

    /// <summary>The baseline and all that have an interval beside it, the one with the best chance first; empty where
    /// there is none to compare.</summary>
    public IReadOnlyList<Ranked> All { get; } = [];

    /// <summary>The fastest, or those of whom nobody can tell which one it is.</summary>
    public IReadOnlyList<Ranked> First { get; } = [];

    /// <summary>Whether one is faster than another: by the verdict where one of them is the baseline, by both intervals
    /// elsewhere.</summary>
    public ComparisonVerdict Between(Ranked one, Ranked other)
    {
        var verdict =
            other.Cell == Group.Baseline ? Group.Headline(one.Cell)!.Verdict
            : one.Cell == Group.Baseline ? Opposite(Group.Headline(other.Cell)!.Verdict)
            : ComparisonVerdict.Undecided;
        if (verdict != ComparisonVerdict.Undecided)
            return verdict;
        var (difference, halfWidth) = (one.LogMean - other.LogMean, HalfWidth(one, other));
        verdict =
            Math.Abs(difference) <= halfWidth ? ComparisonVerdict.Undecided
            : Math.Abs(difference) > WideningForSeveral * halfWidth ? ComparisonVerdict.Faster
            : ComparisonVerdict.LikelyFaster;
        return difference > 0 ? verdict : Opposite(verdict);
    }

    /// <summary>The half-width of the interval of the ratio of two.</summary>
    public static double HalfWidth(Ranked one, Ranked other) =>
        Math.Sqrt(one.LogHalfWidth * one.LogHalfWidth + other.LogHalfWidth * other.LogHalfWidth);

    private static ComparisonVerdict Opposite(ComparisonVerdict verdict) =>
        verdict switch
        {
            ComparisonVerdict.Faster => ComparisonVerdict.Slower,
            ComparisonVerdict.Slower => ComparisonVerdict.Faster,
            ComparisonVerdict.LikelyFaster => ComparisonVerdict.LikelySlower,
            ComparisonVerdict.LikelySlower => ComparisonVerdict.LikelyFaster,
            _ => verdict,
        };

    private (CellSummary Cell, double Mean, double HalfWidth)? Entry(CellSummary cell)
    {
        if (cell == Group.Baseline)
            return (cell, 0, 0);
        if (Group.Headline(cell)?.Ratio is not { Value: > 0 and var value, CiLow: > 0 and var low, CiHigh: { } high })
            return null;
        return (cell, (Metric.HigherIsFaster ? 1 : -1) * Math.Log(value), Math.Log(high / low) / 2);
    }
}
