using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>Compares cells with their baselines. Each has its own interval; which of them are called faster or slower
/// is corrected for the number of comparisons (<see cref="Holm"/>), so that the chance of any wrong one among them is 5
/// %.</summary>
public static class RatioTest
{
    /// <summary>The largest ratio that makes no difference to a reader, in either direction: 1/1.05 to 1.05.</summary>
    public const double NoDifference = 1.05;

    /// <summary>The widest interval of what is called the same, in either direction: 1/1.10 to 1.10. How wide it is
    /// stands beside the word.</summary>
    public const double SameWithin = 1.1;

    /// <summary>The fewest rounds for a verdict where nothing is known of how starts differ: one start of the processes
    /// can't tell what another would give.</summary>
    public const int FewestRounds = 2;

    /// <summary>How many slices of all rounds together a plan aims at, and the fewest for a verdict where nothing is
    /// known of how starts differ.</summary>
    public const int FewestSlices = 12;

    /// <summary>The fewest slices that tell how they scatter.</summary>
    private const int FewestSlicesOfAny = 4;

    /// <summary>The level of the interval that must lie within the bounds for a verdict of same: two one-sided tests at
    /// 5 % are an interval of 90 % (D. J. Schuirmann, <em>A comparison of the two one-sided tests procedure and the
    /// power approach for assessing the equivalence of average bioavailability</em>, Journal of Pharmacokinetics and
    /// Biopharmaceutics 15, 1987).</summary>
    private const double EquivalenceLevel = 0.9;

    /// <summary>Judges all comparisons of one metric in a run.</summary>
    /// <param name="comparisons">The logarithms of the ratios of a to b.</param>
    /// <param name="higherIsFaster">False for times and costs.</param>
    /// <param name="processShare">The standard deviation from one start of the processes to the next.</param>
    /// <returns>The judgements in the same order; null where there is no ratio.</returns>
    public static IReadOnlyList<ComparedRatio?> Compare(
        IReadOnlyList<LogarithmsByRound> comparisons,
        bool higherIsFaster = true,
        double processShare = LogarithmEstimates.ProcessShareOfRatios
    ) =>
        Judge(
            LogarithmEstimates.EstimateRatios(comparisons, processShare),
            higherIsFaster,
            1 - ConfidenceInterval.Level
        );

    /// <summary>Judges all comparisons whose verdicts must be right together.</summary>
    /// <param name="chance">The chance that any faster or slower among them is wrong, half of it for each of the
    /// two.</param>
    /// <returns>The judgements in the same order; null where there is no ratio.</returns>
    public static IReadOnlyList<ComparedRatio?> Judge(
        IReadOnlyList<LogarithmEstimate?> comparisons,
        bool higherIsFaster,
        double chance
    )
    {
        var judged = Enumerable
            .Range(0, comparisons.Count)
            .Where(i => comparisons[i] is { } comparison && CanJudge(comparison))
            .ToList();
        var pValues = judged.Select(i => comparisons[i]!.PValue!.Value).ToList();
        var holm = judged.Zip(Holm.StepDown(pValues, chance)).ToDictionary(pair => pair.First, pair => pair.Second);
        return comparisons
            .Select(
                (ratio, i) =>
                    ratio is null ? null
                    : holm.TryGetValue(i, out var tested) ? Judged(ratio, tested.Level, tested.IsReal, higherIsFaster)
                    : new ComparedRatio(ratio, ComparisonVerdict.Undecided, ForEnough(ratio, chance))
            )
            .ToList();
    }

    /// <summary>Whether enough was measured for a verdict.</summary>
    public static bool CanJudge(LogarithmEstimate comparison) =>
        comparison.Starts is not null
            ? comparison.Slices >= FewestSlicesOfAny
            : comparison is { StandardError: not null, Rounds: >= FewestRounds, Slices: null or >= FewestSlices };

    /// <summary>How many times as much has to be measured for a verdict where rounds or slices are too few for any;
    /// null where nothing tells how they scatter. Too few slices tell only that there must be more.</summary>
    private static double? ForEnough(LogarithmEstimate estimate, double chance) =>
        estimate is not { StandardError: not null, Slices: > 0 and var slices } ? null
        : slices < FewestSlices ? Math.Max((double)FewestRounds / estimate.Rounds, (double)FewestSlices / slices)
        : Math.Max((double)FewestRounds / estimate.Rounds, TimesLonger(estimate, chance));

    private static ComparedRatio Judged(LogarithmEstimate estimate, double chance, bool isReal, bool higherIsFaster) =>
        isReal
            ? new(
                estimate,
                estimate.Mean > 0 == higherIsFaster ? ComparisonVerdict.Faster : ComparisonVerdict.Slower,
                null
            )
        : IsSame(estimate) ? new(estimate, ComparisonVerdict.Same, null)
        : new(estimate, ComparisonVerdict.Undecided, TimesLonger(estimate, chance));

    /// <summary>Whether the interval holds no difference, and none that is large.</summary>
    private static bool IsSame(LogarithmEstimate estimate) =>
        Math.Abs(estimate.Mean) <= estimate.HalfWidth(ConfidenceInterval.Level)
        && Math.Abs(estimate.Mean) + estimate.HalfWidth(EquivalenceLevel) <= Math.Log(SameWithin);

    /// <summary>How many times as much has to be measured for a verdict. Intervals narrow with the square root of it:
    /// either the difference becomes real, or the interval comes to lie within what is the same, whichever is
    /// sooner.</summary>
    private static double TimesLonger(LogarithmEstimate estimate, double chance)
    {
        var difference = Math.Abs(estimate.Mean);
        var real = estimate.HalfWidth(1 - chance)!.Value / difference;
        var room = Math.Log(SameWithin) - difference;
        var same = room > 0 ? estimate.HalfWidth(EquivalenceLevel)!.Value / room : double.PositiveInfinity;
        return Math.Max(1, Math.Pow(Math.Min(real, same), 2));
    }
}

/// <param name="TimesLonger">How many times as much would have to be measured for a verdict; null where there is one,
/// or where nobody can tell.</param>
public sealed record ComparedRatio(LogarithmEstimate Estimate, ComparisonVerdict Verdict, double? TimesLonger)
{
    public Estimate Ratio => Estimate.Estimate();
}
