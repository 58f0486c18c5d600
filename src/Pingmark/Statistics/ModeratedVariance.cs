using MathNet.Numerics;
using MathNet.Numerics.Distributions;

namespace Pingmark.Statistics;

/// <summary>Variances that borrow strength from one another, since a variance of two or three rounds alone is nearly
/// unknown. Empirical Bayes: they are taken as draws from one scaled inverse chi-square distribution, whose degrees of
/// freedom d0 and scale s0² are estimated from all; each is drawn towards s0² the more, the less they differ (G. K.
/// Smyth, SAGMB 3(1), 2004, section 6.2).</summary>
public static class ModeratedVariance
{
    /// <summary>The fewest comparisons that tell the distribution of their variances.</summary>
    private const int FewestToLearnFrom = 3;

    /// <summary>The degrees of freedom of the prior, chosen by simulation.</summary>
    private const double WeakFreedom = 4;

    /// <param name="samples">The sample variance of each comparison, with its degrees of freedom.</param>
    /// <returns>The moderated variance and its degrees of freedom, in the same order.</returns>
    public static IReadOnlyList<(double Variance, double Freedom)> Moderate(
        IReadOnlyList<(double Variance, int Freedom)> samples
    )
    {
        var usable = samples.Where(s => s is { Freedom: > 0, Variance: > 0 }).ToList();
        if (usable.Count < FewestToLearnFrom)
            return samples.Select(s => (s.Variance, (double)s.Freedom)).ToList();
        var (priorVariance, priorFreedom) = Prior(usable);
        // More degrees of freedom than all samples have together can't have been learnt from them.
        var most = usable.Sum(s => (double)s.Freedom);
        return samples
            .Select(s =>
                double.IsInfinity(priorFreedom)
                    ? (priorVariance, most)
                    : (
                        (priorFreedom * priorVariance + s.Freedom * s.Variance) / (priorFreedom + s.Freedom),
                        Math.Min(most, priorFreedom + s.Freedom)
                    )
            )
            .ToList();
    }

    /// <summary>Moderates a variance that was divided by its expected value, so that it is about 1 before anything was
    /// measured: a prior of <see cref="WeakFreedom"/> degrees of freedom, which makes intervals of two rounds finite.
    /// Others' variances don't move it, because a few stacks with two states would widen all intervals.</summary>
    public static (double Variance, double Freedom) OfRatioToExpected(double variance, int freedom) =>
        ((WeakFreedom + freedom * variance) / (WeakFreedom + freedom), WeakFreedom + freedom);

    private static (double Variance, double Freedom) Prior(List<(double Variance, int Freedom)> samples)
    {
        var e = samples
            .Select(s => Math.Log(s.Variance) - SpecialFunctions.DiGamma(s.Freedom / 2.0) + Math.Log(s.Freedom / 2.0))
            .ToList();
        var mean = e.Average();
        var excess =
            e.Sum(x => (x - mean) * (x - mean)) / (e.Count - 1) - samples.Average(s => Trigamma(s.Freedom / 2.0));
        if (excess <= 0)
            return (Math.Exp(mean), double.PositiveInfinity);
        var half = InverseTrigamma(excess);
        return (Math.Exp(mean + SpecialFunctions.DiGamma(half) - Math.Log(half)), 2 * half);
    }

    /// <summary>The trigamma function ψ'(x), by recurrence to x ≥ 6 and its asymptotic series (Abramowitz and Stegun
    /// 6.4.6, 6.4.12).</summary>
    internal static double Trigamma(double x)
    {
        var sum = 0.0;
        for (; x < 6; x++)
            sum += 1 / (x * x);
        var y = 1 / (x * x);
        return sum + y / 2 + (1 + y * (1.0 / 6 - y * (1.0 / 30 - y * (1.0 / 42 - y / 30)))) / x;
    }

    /// <summary>Solves ψ'(x) = y by bisection; ψ' falls from infinity to 0.</summary>
    internal static double InverseTrigamma(double y)
    {
        double low = 1e-6,
            high = 1e6;
        for (var i = 0; i < 100; i++)
        {
            var middle = Math.Sqrt(low * high);
            if (Trigamma(middle) > y)
                low = middle;
            else
                high = middle;
        }
        return Math.Sqrt(low * high);
    }
}
