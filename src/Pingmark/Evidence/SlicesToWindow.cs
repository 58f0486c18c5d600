using MathNet.Numerics.Distributions;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Evidence;

/// <summary>Compares the two rates of a trial, in slices and in the continuous window, which are measured moments
/// apart. Where they differ by more than the slices' own noise makes by chance, one of them is wrong: a compiler
/// discarded code, a slice is too short for what it measures, or others had the cores for all of the window.</summary>
/// <remarks>
/// The limit of the logarithm of their ratio is t σ √(m(ρ, n) + g). σ² is the variance of the logarithms of the trial's
/// n slices about their mean, ρ how alike each is to the one before it, and m(ρ, n) the variance of the mean of n such
/// values (<see cref="Autocorrelation"/>). g is the variance of a window of the length W in units of that of a slice of
/// the length L: (1 - λ) L/W for what is faster than a slice, and λ min(1, S/W) for what lasts for S. t is Student's,
/// for a chance of 5 %, with as many degrees of freedom as the slices have. Both the cell's own ratio and the one
/// beside the block's other cells have to exceed it.
/// </remarks>
internal static class SlicesToWindow
{
    /// <summary>The factor that is no sign, however little the slices scatter: what slices cost a stack is found over
    /// many trials (<see cref="CellEvidence.SlicingMisleads"/>). A few slices may happen to be alike.</summary>
    private const double Allowed = 1.1,
        AllowedOfFew = 1.3;

    /// <summary>The fewest slices that show their scatter at all, and that show it well.</summary>
    private const int MinSlicesForScatter = 4,
        MinSlicesForGoodScatter = 8;

    /// <summary>The factor that no scatter of slices excuses, and the limit where too few show any.</summary>
    private const double NeverAlike = 1.7;

    /// <summary>The chance that either ratio exceeds the limit where nothing is wrong; both do so in 0.1 to 1.6 of 100
    /// trials.</summary>
    private const double Chance = 0.05;

    /// <summary>How long a state that moves the rate lasts, S: .NET's thread pool keeps one for some 0.25 s, a shared
    /// machine for 0.4 s and more.</summary>
    private const double StateNs = 500_000_000;

    /// <summary>The least share of a slice's variance that lasts, λ: on a shared machine half of the noise is faster
    /// than a slice of 30 ms.</summary>
    private const double LeastLasting = 0.5;

    /// <returns>The rate in slices relative to the continuous window, seen beside the other cells, and the part of its
    /// logarithm that noise does not explain; null where noise explains all.</returns>
    public static (double Ratio, double BeyondNoise)? ChangeIn(TrialRecord trial, Scenario scenario)
    {
        // A rate that was asked for is the same in both.
        if (
            trial is not { Slices: { ThroughputPerS: > 0 } slices, Unbroken: { ThroughputPerS: > 0 } unbroken }
            || scenario.RatePerS is not null
            || trial.SliceRatesPerS.Count == 0
        )
            return null;
        var limit = Limit(trial.SliceRatesPerS, slices.DurationNs, unbroken.DurationNs);
        var own = slices.ThroughputPerS / unbroken.ThroughputPerS;
        // What the machine did to all cells alike is no fault of this one, nor is what a neighbour did alone.
        var ratio = own * (trial.NeighboursUnbrokenToSliced ?? 1);
        return ratio > 0 && new[] { own, ratio }.All(one => Math.Abs(Math.Log(one)) > limit)
            ? (ratio, Math.Abs(Math.Log(ratio)) - limit)
            : null;
    }

    /// <summary>The largest logarithm of the ratio that is told as chance.</summary>
    private static double Limit(IReadOnlyList<double> ratesPerS, long slicedNs, long windowNs) =>
        ratesPerS.Count < MinSlicesForScatter || ratesPerS.Any(rate => rate <= 0)
            ? Math.Log(NeverAlike)
            : Math.Clamp(
                ByTheirScatter(ratesPerS, slicedNs, windowNs),
                Math.Log(ratesPerS.Count < MinSlicesForGoodScatter ? AllowedOfFew : Allowed),
                Math.Log(NeverAlike)
            );

    private static double ByTheirScatter(IReadOnlyList<double> ratesPerS, long slicedNs, long windowNs)
    {
        var (count, sliceNs) = (ratesPerS.Count, (double)slicedNs / ratesPerS.Count);
        var slices = new LogarithmsByRound([ratesPerS.Select(rate => Math.Log(rate)).ToList()]);
        var alike = Autocorrelation.From([slices]);
        var lasting = Math.Max(LeastLasting, alike.Correlation);
        var ofWindow =
            (1 - lasting) * Math.Min(1, sliceNs / windowNs)
            + lasting * Math.Min(1, Math.Max(sliceNs, StateNs) / windowNs);
        var error = Math.Sqrt(slices.WithinVariance * (alike.VarianceOfMean(count) + ofWindow));
        var t = StudentT.InvCDF(0, 1, alike.Freedom(count - 1), 1 - Chance / 2);
        return t * error;
    }
}
