using MathNet.Numerics.Distributions;
using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>Student's t intervals over rounds. The round, with its fresh processes, is the unit of replication;
/// messages and slices are not independent.</summary>
public static class ConfidenceInterval
{
    public const double Level = 0.95;

    /// <summary>Mean and interval of values that add up (times per lap, bytes).</summary>
    public static Estimate? OfMean(IReadOnlyList<double> values, double level = Level)
    {
        if (values.Count == 0)
            return null;
        var mean = values.Average();
        return HalfWidth(values, level) is { } h ? new(mean, mean - h, mean + h) : new(mean, null, null);
    }

    /// <summary>Geometric mean and interval of positive values that scale (rates, latencies, ratios): t on logarithms,
    /// because disturbances multiply, and because a ratio and its inverse must get the same verdict. It has no interval
    /// where that tells nothing. Falls back to <see cref="OfMean"/> where a value is 0.</summary>
    public static Estimate? OfGeometricMean(IReadOnlyList<double> values)
    {
        if (values.Count == 0 || values.Any(v => v <= 0))
            return OfMean(values);
        var logarithms = values.Select(v => Math.Log(v)).ToList();
        var mean = logarithms.Average();
        return HalfWidth(logarithms, Level) is { } half && half <= Widest
            ? new(Math.Exp(mean), Math.Exp(mean - half), Math.Exp(mean + half))
            : new(Math.Exp(mean), null, null);
    }

    /// <summary>The logarithm of the factor beyond which a bound is none: two rounds that differ tenfold have an
    /// interval from less than a nanosecond to years.</summary>
    private static readonly double Widest = Math.Log(1e4);

    private static double? HalfWidth(IReadOnlyList<double> values, double level)
    {
        if (values.Count < 2)
            return null;
        var t = StudentT.InvCDF(0, 1, values.Count - 1, 0.5 + level / 2);
        return t * StandardDeviation(values) / Math.Sqrt(values.Count);
    }

    /// <summary>The standard deviation of a sample (n - 1).</summary>
    public static double StandardDeviation(IReadOnlyList<double> values)
    {
        var mean = values.Average();
        return Math.Sqrt(values.Sum(v => (v - mean) * (v - mean)) / (values.Count - 1));
    }
}
