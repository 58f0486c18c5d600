using MathNet.Numerics.Statistics;

namespace Pingmark.Statistics;

/// <summary>How far the figures of an unchanged cell scatter from run to run. A machine's state may last for several
/// runs, so that the variance of the mean of n runs is the long-run variance over n: σ² (1 + ρ) / (1 - ρ) for a
/// first-order autoregressive series (D. W. K. Andrews, Econometrica 59, 1991).</summary>
/// <param name="Deviation">The standard deviation that neighbours' differences tell: a step is in one of them
/// only.</param>
/// <param name="Freedom">The degrees of freedom of the variance.</param>
internal sealed record NoiseOfRuns(double Deviation, double LongRunVariance, double Freedom)
{
    /// <summary>The least noise: figures are written with three digits, so they do not scatter less.</summary>
    private const double LeastNoise = 0.005;

    /// <summary>The difference of neighbours, in units of their median, beyond which it counts as that: it may be a
    /// step.</summary>
    private const double MaxMedianSteps = 3;

    private const double OfMedianDeviation = 1.4826;

    /// <summary>How alike the speed of a machine is from one run to the next, where nothing tells it: it lasts for
    /// some ten runs.</summary>
    private const double CorrelationOfDrift = 0.8;

    /// <summary>How alike the rest of a cell is, where no others tell it.</summary>
    private const double CorrelationOfOne = 0.5;

    /// <summary>Learns the noise of cells together: how alike a run is to the one before it from all of them, how far
    /// each scatters from itself and from the others.</summary>
    /// <param name="cells">The logarithms of each cell, in segments of one level each.</param>
    public static IReadOnlyList<NoiseOfRuns> Learn(IReadOnlyList<IReadOnlyList<IReadOnlyList<double>>> cells)
    {
        var alike = Autocorrelation.From(cells.Select(levels => new LogarithmsByRound(levels)).ToList());
        return ModeratedVariance
            .Moderate(cells.Select(levels => OfNeighbours([.. levels.SelectMany(level => level)])).ToList())
            .Select(moderated =>
                Of(Math.Max(LeastNoise * LeastNoise, moderated.Variance), alike.Correlation, moderated.Freedom)
            )
            .ToList();
    }

    /// <summary>The noise of a cell that nothing else tells the machine's moves of: they are in it as far as machines
    /// drift.</summary>
    public static NoiseOfRuns Assume(IReadOnlyList<double> logs)
    {
        var (variance, freedom) = OfNeighbours(logs);
        var own = Of(Math.Max(LeastNoise * LeastNoise, variance), CorrelationOfOne, freedom);
        var drift = CommonDrift.Usual * CommonDrift.Usual * (1 + CorrelationOfDrift) / (1 - CorrelationOfDrift);
        var all = own.LongRunVariance + drift;
        return own with { LongRunVariance = all, Freedom = freedom * Math.Pow(all / own.LongRunVariance, 2) };
    }

    /// <param name="variance">Half of the mean square of neighbours' differences, which is σ² (1 - ρ).</param>
    private static NoiseOfRuns Of(double variance, double correlation, double freedom) =>
        new(Math.Sqrt(variance), variance * (1 + correlation) / Math.Pow(1 - correlation, 2), freedom);

    /// <summary>Half of the mean square of neighbours' differences, with its degrees of freedom: two thirds of their
    /// number, for each value is in two of them.</summary>
    private static (double Variance, int Freedom) OfNeighbours(IReadOnlyList<double> logs)
    {
        var steps = logs.Zip(logs.Skip(1), (a, b) => Math.Abs(b - a)).ToList();
        var farthest = MaxMedianSteps * OfMedianDeviation * steps.Median();
        var square = steps.Average(step => Math.Pow(Math.Min(step, farthest), 2));
        return (square / 2, Math.Max(1, 2 * steps.Count / 3));
    }
}
