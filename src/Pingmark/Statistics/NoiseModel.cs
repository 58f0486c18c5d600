using MathNet.Numerics.Distributions;
using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>Predicts how precise comparisons will be. Plans use it; verdicts never do.</summary>
public sealed class NoiseModel
{
    /// <summary>The model of a machine of which nothing is known: what shared machines showed.</summary>
    public static readonly NoiseModel Assumed = new(0.15, 30_000_000, 0, 1);

    /// <summary>The most degrees of freedom: comparisons that are measured apart still share a machine, so that theirs
    /// do not all add up.</summary>
    private const int MostFreedom = 30;

    /// <summary>The variance of the logarithm of the ratio of two neighbouring slices; longer slices average
    /// more.</summary>
    private readonly double _sliceVariance;
    private readonly double _sliceNs;
    private readonly double _processVariance;
    private readonly double _widening;

    private NoiseModel(double sliceSd, long sliceNs, double processSd, double widening)
    {
        _widening = widening;
        _sliceVariance = sliceSd * sliceSd;
        _sliceNs = sliceNs;
        // Processes that were too few to show a difference don't narrow what the estimator expects of any.
        _processVariance = Math.Pow(Math.Max(processSd, LogarithmEstimates.ProcessShareOfRatios), 2);
    }

    /// <param name="noise">The noise as it was measured on this machine; null where it was not.</param>
    public static NoiseModel FromNoise(MachineNoise? noise) =>
        noise is null
            ? Assumed
            : new(noise.SliceSd, noise.SliceNs, noise.ProcessSd, noise.Widening) { MeasuredAt = noise.MeasuredAt };

    /// <summary>When the noise was measured; null of one that is assumed.</summary>
    public DateTimeOffset? MeasuredAt { get; private init; }

    /// <param name="rounds">The number of rounds, at least 1; a first round alone has an interval as of two.</param>
    /// <param name="slicedNs">Time counted in slices for each cell and round, in ns.</param>
    /// <returns>Half of the width of a 95 % interval, relative: 0.05 is ± 5 %.</returns>
    public double HalfWidth(int rounds, long slicedNs, long sliceNs, int comparisons)
    {
        var slices = Math.Max(1.0, (double)slicedNs / sliceNs);
        var variance = _sliceVariance * (_sliceNs / sliceNs) / slices + _processVariance;
        var freedom = Math.Min(MostFreedom, comparisons * Math.Max(1, rounds - 1) + 2);
        return Math.Exp(_widening * StudentT.InvCDF(0, 1, freedom, 0.975) * Math.Sqrt(variance / rounds)) - 1;
    }
}
