using MathNet.Numerics.Distributions;
using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>A mean of logarithms with its standard error.</summary>
/// <param name="StandardError">Null where nothing tells it: one round without slices.</param>
/// <param name="Freedom">Degrees of freedom of Student's t.</param>
public sealed record LogarithmEstimate(double Mean, double? StandardError, double Freedom, int Rounds)
{
    /// <summary>How many slices all rounds have together; null where nothing was sliced.</summary>
    public int? Slices { get; init; }

    /// <summary>What is known of how starts differ; null where nothing is. Of several rounds the wider of this and of
    /// Student's t counts, because starts of two states mislead either alone.</summary>
    public StartsMixture? Starts { get; init; }

    /// <summary>The most degrees of freedom; with more, Student's t is the normal distribution.</summary>
    public const double MostFreedom = 1000;

    /// <summary>Adds a variance that is known without an error.</summary>
    public LogarithmEstimate Plus(double variance)
    {
        if (variance <= 0 || StandardError is not { } error)
            return this;
        var own = error * error;
        return this with
        {
            StandardError = Math.Sqrt(own + variance),
            Freedom = Math.Min(MostFreedom, WelchFreedom.OfSum(own, Freedom, variance)),
            Starts = Starts?.Plus(variance),
        };
    }

    public double? HalfWidth(double level) =>
        StandardError is { } error ? Larger(() => error * Quantile(level), starts => starts.HalfWidth(level)) : null;

    /// <summary>The p-value of the hypothesis that the mean is 0; null without a standard error.</summary>
    public double? PValue =>
        StandardError switch
        {
            null => null,
            0 => Mean == 0 ? 1 : 0,
            { } error => Larger(
                () => 2 * StudentT.CDF(0, 1, Freedom, -Math.Abs(Mean / error)),
                starts => starts.ChanceBeyond(Math.Abs(Mean))
            ),
        };

    private double Larger(Func<double> ofRounds, Func<StartsMixture, double> ofStarts) =>
        Starts is null ? ofRounds()
        : Rounds < 2 ? ofStarts(Starts)
        : Math.Max(ofRounds(), ofStarts(Starts));

    /// <summary>An interval wider than from a tenth to ten times the figure is not shown.</summary>
    private static readonly double Widest = Math.Log(10);

    /// <summary>The geometric mean with its confidence interval, unless that is too wide.</summary>
    public Estimate Estimate(double level = ConfidenceInterval.Level) =>
        HalfWidth(level) is { } half && half <= Widest
            ? new(Math.Exp(Mean), Math.Exp(Mean - half), Math.Exp(Mean + half))
            : new(Math.Exp(Mean), null, null);

    /// <summary>The distance to the farther bound relative to the value (0.02 = 2 %); infinite without an
    /// interval.</summary>
    public double RelativeHalfWidth(double level) =>
        HalfWidth(level) is { } half ? Math.Exp(half) - 1 : double.PositiveInfinity;

    private double Quantile(double level) => StudentT.InvCDF(0, 1, Freedom, 0.5 + level / 2);
}

/// <summary>The degrees of freedom of a sum of variances that are known as well as their own (F. E. Satterthwaite,
/// Biometrics Bulletin 2, 1946; B. L. Welch, Biometrika 34, 1947).</summary>
internal static class WelchFreedom
{
    /// <param name="freedomB">Infinite where b is known without an error.</param>
    /// <returns>1 where nothing varies.</returns>
    public static double OfSum(double a, double freedomA, double b, double freedomB = double.PositiveInfinity) =>
        a + b == 0 ? 1 : (a + b) * (a + b) / (a * a / freedomA + b * b / freedomB);
}
