using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>
/// Compares cells with their baselines. The interval of each is its own; what is called faster or slower is corrected
/// for the number of comparisons (<see cref="Holm"/>), so that the chance of any wrong one among them is 5 %.
/// </summary>
public static class RatioTest
{
    /// <summary>Ratios from 1/1.05 to 1.05 are the same for a reader.</summary>
    public const double SameWithin = 1.05;

    /// <summary>One start of the processes can't tell what another would give.</summary>
    public const int FewestRounds = 2;

    /// <summary>
    /// Two one-sided tests at 5 % are an interval of 90 % that lies within the bounds (D. J. Schuirmann, <em>A
    /// comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of
    /// average bioavailability</em>, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987).
    /// </summary>
    private const double EquivalenceLevel = 0.9;

    /// <summary>All comparisons of one metric in a run.</summary>
    /// <param name="comparisons">Logarithms of the ratios, a relative to b.</param>
    /// <param name="higherIsFaster">False for times and costs.</param>
    /// <returns>In the same order; null where there is no ratio.</returns>
    public static IReadOnlyList<ComparedRatio?> Compare(
        IReadOnlyList<LogarithmsByRound> comparisons,
        bool higherIsFaster = true
    ) => Judge(LogarithmEstimates.OfRatios(comparisons), higherIsFaster, 1 - ConfidenceInterval.Level);

    /// <summary>All that must be right together.</summary>
    /// <param name="chance">Of any wrong faster or slower among them, half of it of either.</param>
    /// <returns>In the same order; null where there is no ratio.</returns>
    public static IReadOnlyList<ComparedRatio?> Judge(
        IReadOnlyList<LogarithmEstimate?> comparisons,
        bool higherIsFaster,
        double chance
    )
    {
        var judged = Enumerable
            .Range(0, comparisons.Count)
            .Where(i => comparisons[i] is { StandardError: not null, Rounds: >= FewestRounds })
            .ToList();
        var pValues = judged.Select(i => comparisons[i]!.PValue!.Value).ToList();
        var holm = judged.Zip(Holm.StepDown(pValues, chance)).ToDictionary(pair => pair.First, pair => pair.Second);
        return comparisons
            .Select(
                (ratio, i) =>
                    ratio is null ? null
                    : holm.TryGetValue(i, out var tested) ? Judged(ratio, tested.Level, tested.IsReal, higherIsFaster)
                    : new ComparedRatio(ratio, ComparisonVerdict.Undecided, null)
            )
            .ToList();
    }

    private static ComparedRatio Judged(LogarithmEstimate estimate, double chance, bool isReal, bool higherIsFaster) =>
        isReal
            ? new(
                estimate,
                estimate.Mean > 0 == higherIsFaster ? ComparisonVerdict.Faster : ComparisonVerdict.Slower,
                null
            )
        : Math.Abs(estimate.Mean) + estimate.HalfWidth(EquivalenceLevel) <= Math.Log(SameWithin)
            ? new(estimate, ComparisonVerdict.Same, null)
        : new(estimate, ComparisonVerdict.Undecided, TimesLonger(estimate, chance));

    /// <summary>
    /// Intervals narrow with the root of what is measured. Either the difference becomes real, or the interval comes to
    /// lie within what is the same; whichever is sooner.
    /// </summary>
    private static double TimesLonger(LogarithmEstimate estimate, double chance)
    {
        var difference = Math.Abs(estimate.Mean);
        var real = estimate.HalfWidth(1 - chance)!.Value / difference;
        var room = Math.Log(SameWithin) - difference;
        var same = room > 0 ? estimate.HalfWidth(EquivalenceLevel)!.Value / room : double.PositiveInfinity;
        return Math.Max(1, Math.Pow(Math.Min(real, same), 2));
    }
}

/// <param name="TimesLonger">Only of an undecided one: how many times as much would have to be measured for a verdict;
/// null where nobody can tell.</param>
public sealed record ComparedRatio(LogarithmEstimate Estimate, ComparisonVerdict Verdict, double? TimesLonger)
{
    public Estimate Ratio => Estimate.Estimate();
}
