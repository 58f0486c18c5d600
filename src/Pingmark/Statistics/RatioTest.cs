using Pingmark.Results;

namespace Pingmark.Statistics;

/// <summary>Compares a cell with its baseline by the paired ratios of rounds, and calls a tie what can't be told apart.</summary>
public static class RatioTest
{
    public const string Higher = "higher", Lower = "lower", Tie = "tie";

    /// <param name="ratiosByRound">One ratio a round (a relative to b), from the same block.</param>
    /// <param name="comparisons">How many comparisons the run makes: each gets the level 1 - 0.05/k (Bonferroni), so that the chance of any wrong verdict stays below 5 %.</param>
    public static (Estimate Ratio, string Verdict)? Compare(IReadOnlyList<double> ratiosByRound, int comparisons)
    {
        var level = 1 - (1 - ConfidenceInterval.Level) / Math.Max(1, comparisons);
        if (ConfidenceInterval.OfGeometricMean(ratiosByRound, level) is not { } ratio)
            return null;
        var verdict = ratio switch
        {
            { CiLow: > 1 } => Higher,
            { CiHigh: < 1 } => Lower,
            _ => Tie,
        };
        return (ratio, verdict);
    }

    /// <summary>Half-width relative to the value (0.02 = 2 %); infinite where there is no interval yet.</summary>
    public static double RelativeHalfWidth(Estimate estimate) => estimate is { CiLow: { } low, CiHigh: { } high } ? (high - low) / 2 / estimate.Value : double.PositiveInfinity;
}
