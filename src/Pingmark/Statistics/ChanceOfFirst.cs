using MathNet.Numerics.Distributions;

namespace Pingmark.Statistics;

/// <summary>Who of several is first, with what chance: each is known to lie around its estimate as a normal
/// distribution, independently of the others.</summary>
public static class ChanceOfFirst
{
    /// <summary>The half-width of a 95 % interval in standard deviations.</summary>
    private const double Deviations = 1.96;

    private const double Farthest = 8,
        Step = 0.02;

    /// <param name="entries">The logarithms of ratios to one baseline, higher ones first, and the half-widths of their
    /// 95 % intervals; the baseline itself has 0 and 0.</param>
    /// <returns>The chances in the same order, which add up to 1.</returns>
    public static IReadOnlyList<double> Of(IReadOnlyList<(double LogMean, double LogHalfWidth)> entries)
    {
        var chances = entries.Select((_, at) => OfOne(entries, at)).ToList();
        var sum = chances.Sum();
        return chances.Select(chance => chance / sum).ToList();
    }

    private static double OfOne(IReadOnlyList<(double LogMean, double LogHalfWidth)> entries, int at)
    {
        var (mean, halfWidth) = entries[at];
        var chance = 0.0;
        for (var z = -Farthest; z <= Farthest; z += Step)
        {
            var value = mean + z * halfWidth / Deviations;
            var isAhead = entries.Where((_, other) => other != at).Select(other => Below(value, other));
            chance += Step * Normal.PDF(0, 1, z) * isAhead.Aggregate(1.0, (all, one) => all * one);
        }
        return chance;
    }

    /// <summary>The chance that an entry lies below a value.</summary>
    private static double Below(double value, (double LogMean, double LogHalfWidth) entry) =>
        entry.LogHalfWidth > 0 ? Normal.CDF(entry.LogMean, entry.LogHalfWidth / Deviations, value)
        : value == entry.LogMean ? 0.5
        : value > entry.LogMean ? 1
        : 0;
}
