using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Compares the two rates of a trial, in slices and in the continuous window, which are measured moments
/// apart. Where they differ by far more than the slices scatter, one of them is wrong: a compiler discarded code, or a
/// slice is too short for what it measures.</summary>
internal sealed class SlicesAgree()
    : TrialCheck(
        "slices-differ",
        "The rate in slices and the rate in one piece, moments apart, differ by more than a factor of 1.3.",
        "Measure again with a longer duration; where it stays so, figures come from continuous windows.",
        mayBeNoise: true,
        doubtsSlices: true
    )
{
    /// <summary>The largest factor between them; a smaller one is found over many trials
    /// (<c>Cells.SlicingEarned</c>).</summary>
    private const double MostApart = 1.3;

    /// <summary>How long a state that moves the rate lasts: that of .NET's thread pool, on one core, is the same for
    /// some 0.25 s (slices 76 ms apart are correlated by 0.7, 0.5, 0.3 and 0.1). A window has one independent value for
    /// each such time, however many slices long it is.</summary>
    private const double StateNs = 250_000_000;

    protected override Finding? FindOne(MeasuredTrial it)
    {
        var trial = it.Trial;
        // A rate that was asked for is the same in both.
        if (trial is not { Slices: { } slices, Unbroken: { } unbroken } || it.Scenario.RatePerS is not null)
            return null;
        var scatter = new Scatter(trial.SliceRatesPerS);
        var sliceNs = (double)slices.DurationNs / Math.Max(1, trial.SliceRatesPerS.Count);
        var own = slices.ThroughputPerS / unbroken.ThroughputPerS;
        // What the machine did to all cells alike is no fault of this one, nor is what a neighbour did alone.
        var ratio = own * (trial.NeighboursUnbrokenToSliced ?? 1);
        return new[] { own, ratio }.All(one =>
            scatter.IsBeyondChance(
                one,
                MostApart,
                trial.SliceRatesPerS.Count,
                unbroken.DurationNs / Math.Max(sliceNs, StateNs)
            )
        )
            ? Withheld(
                "in slices it ran at {ratio} of its rate in the continuous window, seen beside the other cells: one of "
                    + "the two is wrong",
                Factor("ratio", ratio)
            )
            : null;
    }
}
