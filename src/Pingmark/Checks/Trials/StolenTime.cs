using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds trials of which the hypervisor kept more than a quarter, which makes them useless; less is reported
/// over all trials (<c>Cells.Steal</c>).</summary>
internal sealed class StolenTime()
    : TrialCheck(
        "stolen-time",
        "The hypervisor kept more than a quarter of the CPU time that was wanted, for other machines of this host.",
        "Measure at another time, or on a host of one's own.",
        mayBeNoise: true
    )
{
    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial.Unbroken?.Host is { } host
        && StolenShare.Compute([host]) is { } share
        && StolenShare.Limits.SeverityOf(share) == FindingSeverity.Withheld
            ? Withheld(
                "the hypervisor kept {share} of the CPU time that was wanted: other machines of this host are busy; "
                    + "measure at another time, or on a host of your own",
                Share("share", share)
            )
            : null;
}
