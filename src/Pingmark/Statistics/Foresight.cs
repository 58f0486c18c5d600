using MathNet.Numerics.Distributions;

namespace Pingmark.Statistics;

/// <summary>How precise comparisons will be: for plans, never for verdicts.</summary>
public static class Foresight
{
    /// <summary>Standard deviation of the logarithm of two neighbouring slices' ratio, measured on shared machines with
    /// slices of <see cref="SliceNs"/>; longer slices average more.</summary>
    private const double SliceNoise = 0.15;
    private const double SliceNs = 30e6;

    /// <summary>Comparisons that are not measured together still share a machine: not all of their degrees of freedom
    /// add up.</summary>
    private const int MostFreedom = 30;

    /// <param name="rounds">At least 1; the first alone has an interval as of two.</param>
    /// <param name="slicedNs">Counted time in slices, a cell and round.</param>
    /// <returns>Half of a 95 % interval's width, relative: 0.05 is ± 5 %.</returns>
    public static double HalfWidth(int rounds, long slicedNs, long sliceNs, int comparisons)
    {
        var slices = Math.Max(1.0, (double)slicedNs / sliceNs);
        var variance =
            SliceNoise * SliceNoise * (SliceNs / sliceNs) / slices + Math.Pow(LogEstimates.ProcessShareOfRatios, 2);
        var freedom = Math.Min(MostFreedom, comparisons * Math.Max(1, rounds - 1) + 2);
        return StudentT.InvCDF(0, 1, freedom, 0.975) * Math.Sqrt(variance / rounds);
    }
}
