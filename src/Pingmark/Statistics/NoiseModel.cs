using MathNet.Numerics.Distributions;
using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>How precise comparisons will be: for plans, never for verdicts.</summary>
public sealed class NoiseModel
{
    /// <summary>Of a machine of which nothing is known: what shared ones showed.</summary>
    public static readonly NoiseModel Assumed = new(0.15, 30_000_000, 0);

    /// <summary>Comparisons that are not measured together still share a machine: not all of their degrees of freedom
    /// add up.</summary>
    private const int MostFreedom = 30;

    /// <summary>Of the logarithm of two neighbouring slices' ratio; longer slices average more.</summary>
    private readonly double _sliceVariance;
    private readonly double _sliceNs;
    private readonly double _processVariance;

    private NoiseModel(double sliceSd, long sliceNs, double processSd)
    {
        _sliceVariance = sliceSd * sliceSd;
        _sliceNs = sliceNs;
        // Processes that were too few to show a difference don't narrow what the estimator expects of any.
        _processVariance = Math.Pow(Math.Max(processSd, LogarithmEstimates.ProcessShareOfRatios), 2);
    }

    /// <param name="noise">As measured on this machine; null: it was not.</param>
    public static NoiseModel Of(MachineNoise? noise) =>
        noise is null ? Assumed : new(noise.SliceSd, noise.SliceNs, noise.ProcessSd);

    /// <param name="rounds">At least 1; the first alone has an interval as of two.</param>
    /// <param name="slicedNs">Counted time in slices, a cell and round.</param>
    /// <returns>Half of a 95 % interval's width, relative: 0.05 is ± 5 %.</returns>
    public double HalfWidth(int rounds, long slicedNs, long sliceNs, int comparisons)
    {
        var slices = Math.Max(1.0, (double)slicedNs / sliceNs);
        var variance = _sliceVariance * (_sliceNs / sliceNs) / slices + _processVariance;
        var freedom = Math.Min(MostFreedom, comparisons * Math.Max(1, rounds - 1) + 2);
        return Math.Exp(StudentT.InvCDF(0, 1, freedom, 0.975) * Math.Sqrt(variance / rounds)) - 1;
    }
}
