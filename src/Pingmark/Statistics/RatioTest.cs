using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>Compares cells with their baselines. Each has its own interval; which of them are called faster or slower
/// is corrected for the number of comparisons (<see cref="Holm"/>), so that the chance of any wrong one among them is 5
/// %.</summary>
public static class RatioTest
{
    /// <summary>The widest interval of what is called the same: 1/1.10 to 1.10.</summary>
    public const double SameWithin = 1.1;

    /// <summary>The fewest rounds whose own scatter tells how starts differ.</summary>
    public const int FewestRounds = 2;

    /// <summary>A comparison of fewer slices has no verdict.</summary>
    private const int MinSlicesForVerdict = 4;

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
                    : new ComparedRatio(ratio, ComparisonVerdict.Undecided, TimesLonger: null)
            )
            .ToList();
    }

    /// <summary>Whether anything tells how far a comparison may be off: its slices and what is known of starts, or its
    /// rounds.</summary>
    public static bool CanJudge(LogarithmEstimate comparison) =>
        comparison is { StandardError: not null, Slices: null or >= MinSlicesForVerdict }
        && (comparison.Starts is not null || comparison.Rounds >= FewestRounds);

    private static ComparedRatio Judged(LogarithmEstimate estimate, double chance, bool isReal, bool higherIsFaster)
    {
        var half = estimate.HalfWidth(ConfidenceInterval.Level)!.Value;
        var isFaster = estimate.Mean > 0 == higherIsFaster;
        return isReal ? new(estimate, isFaster ? ComparisonVerdict.Faster : ComparisonVerdict.Slower, null)
            : Math.Abs(estimate.Mean) > half
                ? new(
                    estimate,
                    isFaster ? ComparisonVerdict.LikelyFaster : ComparisonVerdict.LikelySlower,
                    TimesLonger(estimate, half, chance)
                )
            : Math.Abs(estimate.Mean) + half <= Math.Log(SameWithin) ? new(estimate, ComparisonVerdict.Same, null)
            : new(estimate, ComparisonVerdict.Undecided, TimesLonger(estimate, half, chance));
    }

    /// <summary>How many times as much has to be measured for a verdict. Intervals narrow with the square root of it:
    /// either the difference becomes real, or an interval that contains 1 comes to lie within what is the same,
    /// whichever is sooner.</summary>
    /// <param name="half">Half of the width of the interval.</param>
    private static double TimesLonger(LogarithmEstimate estimate, double half, double chance)
    {
        var difference = Math.Abs(estimate.Mean);
        var real = estimate.HalfWidth(1 - chance)!.Value / difference;
        var room = Math.Log(SameWithin) - difference;
        var same = room > 0 && difference <= half ? half / room : double.PositiveInfinity;
        return Math.Max(1, Math.Pow(Math.Min(real, same), 2));
    }
}

/// <param name="TimesLonger">How many times as much would have to be measured for a verdict; null where there is one,
/// or where nobody can tell.</param>
public sealed record ComparedRatio(LogarithmEstimate Estimate, ComparisonVerdict Verdict, double? TimesLonger)
{
    public Estimate Ratio => Estimate.Estimate();
}
