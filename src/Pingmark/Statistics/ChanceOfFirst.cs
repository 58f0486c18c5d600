using MathNet.Numerics.Distributions;

namespace Pingmark.Statistics;

/// <summary>The chance of each of several stacks to be the fastest, by their ratios to one baseline.</summary>
public static class ChanceOfFirst
{
    private const int Steps = 1_000;

    /// <summary>How far beyond the outermost mean is integrated, in standard deviations.</summary>
    private const double DeviationsBeyond = 5;

    /// <summary>The least standard deviation, as a share of what is integrated over.</summary>
    private const double LeastDeviation = 1.0 / 200;

    private static readonly double DeviationsOfHalfWidth = Normal.InvCDF(0, 1, 0.5 + ConfidenceInterval.Level / 2);

    /// <summary>Integrates over the speed x of a stack the chance that all others are slower: f_i(x) ∏ F_j(x). Speeds
    /// are taken as normal on logarithms. The baseline's own variance, which all ratios have in common, is taken as
    /// half of the smallest variance of a ratio.</summary>
    /// <param name="ratios">The logarithm of each ratio to the baseline, where higher is faster, and half of the width
    /// of its 95 % interval; the baseline's are 0.</param>
    /// <returns>The chances in the same order, which add up to 1.</returns>
    public static IReadOnlyList<double> Compute(IReadOnlyList<(double LogMean, double LogHalfWidth)> ratios)
    {
        var variances = ratios.Select(one => Math.Pow(one.LogHalfWidth / DeviationsOfHalfWidth, 2)).ToList();
        var ofBaseline = variances.Where(variance => variance > 0).DefaultIfEmpty(0).Min() / 2;
        var deviations = variances.Select(one => Math.Sqrt(one > 0 ? one - ofBaseline : ofBaseline)).ToList();
        var (low, high) = (
            ratios.Zip(deviations, (one, deviation) => one.LogMean - DeviationsBeyond * deviation).Min(),
            ratios.Zip(deviations, (one, deviation) => one.LogMean + DeviationsBeyond * deviation).Max()
        );
        if (high <= low)
            return [.. ratios.Select(_ => 1.0 / ratios.Count)];
        var speeds = ratios
            .Zip(
                deviations,
                (one, deviation) => new Normal(one.LogMean, Math.Max(deviation, LeastDeviation * (high - low)))
            )
            .ToList();
        var chances = new double[ratios.Count];
        for (var point = 0; point <= Steps; point++)
        {
            var x = low + (high - low) * point / Steps;
            var slower = speeds.Select(speed => speed.CumulativeDistribution(x)).ToList();
            for (var i = 0; i < chances.Length; i++)
                chances[i] +=
                    speeds[i].Density(x) * slower.Where((_, j) => j != i).Aggregate(1.0, (all, one) => all * one);
        }
        var sum = chances.Sum();
        return [.. chances.Select(chance => chance / sum)];
    }
}
