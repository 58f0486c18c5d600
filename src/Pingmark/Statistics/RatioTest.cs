using MathNet.Numerics.Distributions;
using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>Compares cells with their baseline by the paired ratios of rounds, and calls a tie what can't be told
/// apart.</summary>
public static class RatioTest
{
    /// <summary>
    /// All comparisons of one metric in a run. Each interval has the level 1 - 0.05/k (Bonferroni), so that the chance
    /// of any wrong verdict is about 5 %; their
    /// variances are moderated by one another (<see cref="ModeratedVariance"/>).
    /// </summary>
    /// <param name="comparisons">For each comparison one ratio a round (a relative to b), both from the same
    /// block.</param>
    /// <returns>In the same order; null where there is no ratio, without bounds and a tie where there is only
    /// one.</returns>
    public static IReadOnlyList<(Estimate Ratio, ComparisonVerdict Verdict)?> Compare(
        IReadOnlyList<IReadOnlyList<double>> comparisons
    )
    {
        var logs = comparisons.Select(ratios => ratios.Select(r => Math.Log(r)).ToList()).ToList();
        var level = 1 - (1 - ConfidenceInterval.Level) / Math.Max(1, logs.Count(l => l.Count > 0));
        var moderated = ModeratedVariance.Of(
            logs.Select(l =>
                    l.Count < 2 ? (0.0, 0) : (Math.Pow(ConfidenceInterval.StandardDeviation(l), 2), l.Count - 1)
                )
                .ToList()
        );
        return logs.Select((log, i) => Compare(log, moderated[i].Variance, moderated[i].Freedom, level)).ToList();
    }

    private static (Estimate, ComparisonVerdict)? Compare(
        List<double> logs,
        double variance,
        double freedom,
        double level
    )
    {
        if (logs.Count == 0)
            return null;
        var mean = logs.Average();
        if (logs.Count < 2)
            return (new(Math.Exp(mean), null, null), ComparisonVerdict.Tie);
        var half = StudentT.InvCDF(0, 1, freedom, 0.5 + level / 2) * Math.Sqrt(variance / logs.Count);
        return (
            new(Math.Exp(mean), Math.Exp(mean - half), Math.Exp(mean + half)),
            mean > half ? ComparisonVerdict.Higher
            : mean < -half ? ComparisonVerdict.Lower
            : ComparisonVerdict.Tie
        );
    }

    /// <summary>Half-width relative to the value (0.02 = 2 %); infinite where there is no interval yet.</summary>
    public static double RelativeHalfWidth(Estimate estimate) =>
        estimate is { CiLow: { } low, CiHigh: { } high } ? (high - low) / 2 / estimate.Value : double.PositiveInfinity;
}
