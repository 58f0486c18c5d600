using MathNet.Numerics.Distributions;

namespace Pingmark.Statistics;

/// <summary>Foretells how small a change of one cell a comparison finds: beyond what its test asks for by as much as
/// the estimate scatters.</summary>
public static class SmallestChange
{
    /// <summary>The chance with which it is found.</summary>
    public const double Chance = 0.85;

    /// <summary>What is aimed at for it: the standard error is itself known to a fifth, and a change of one cell adds
    /// to what is taken for the others' scatter (docs/statistics.md).</summary>
    private const double Aim = 0.97;

    /// <param name="comparison">The logarithm of a cell's ratio, with its standard error.</param>
    /// <param name="judged">How many cells are judged together.</param>
    /// <param name="wrong">The chance of any wrong slower among them, and of any wrong faster.</param>
    /// <param name="allowed">By how much a cell may change without being found, as a fraction.</param>
    /// <returns>The change as a fraction: 0.05 is slower by 5 %.</returns>
    public static double Of(LogarithmEstimate comparison, int judged, double wrong, double allowed)
    {
        // The first of Holm's steps: no other cell changed.
        var real = comparison.HalfWidth(1 - 2 * wrong / judged)!.Value;
        var scatter = comparison.StandardError!.Value * StudentT.InvCDF(0, 1, comparison.Freedom, Aim);
        return Math.Exp(Math.Max(real, Math.Log(1 + allowed)) + scatter) - 1;
    }
}
