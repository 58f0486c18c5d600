using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>
/// A trial measures its rate twice, in slices and in one stretch, moments apart. Where the two differ by far more than
/// the slices scatter, one of them is wrong: a compiler threw code away, or a slice is too short for what it measures.
/// </summary>
internal sealed class SlicesAgree : ITrialAudit
{
    /// <summary>An audit of many trials (<c>Audits.SlicingEarned</c>) tells less.</summary>
    private const double Factor = 1.3;

    /// <summary>What moves a rate lasts: that of .NET's thread pool, on one core, is the same for some 0.25 s (slices
    /// 76 ms apart are correlated by 0.7, 0.5, 0.3 and 0.1). A stretch holds one value for each such time, however many
    /// slices long it is.</summary>
    private const double StateNs = 250_000_000;

    public const string Id = "slices-differ";

    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        // A rate that was asked for is the same in both.
        if (trial is not { Slices: { } slices, Unbroken: { } unbroken } || cell.Scenario.RatePerS is not null)
            return null;
        var scatter = new Scatter(trial.SliceRatesPerS);
        var sliceNs = (double)slices.DurationNs / Math.Max(1, trial.SliceRatesPerS.Count);
        var own = slices.ThroughputPerS / unbroken.ThroughputPerS;
        // What the machine did to all cells alike is no fault of this one, nor is what a neighbour did alone.
        var ratio = own * (trial.NeighboursUnbrokenToSliced ?? 1);
        return new[] { own, ratio }.All(one =>
            scatter.IsBeyondChance(
                one,
                Factor,
                trial.SliceRatesPerS.Count,
                unbroken.DurationNs / Math.Max(sliceNs, StateNs)
            )
        )
            ? new(
                Id,
                AuditVerdict.Invalid,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"in slices it ran at {ratio:0.00}x of its unbroken rate, seen beside the other cells: one of "
                        + $"the two is wrong"
                )
            )
            : null;
    }
}
