using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>A trial of which the hypervisor kept a quarter is none; less is reported over all trials
/// (<c>Audits.Steal</c>).</summary>
internal sealed class StolenTime : ITrialAudit
{
    private const double Most = 0.25;

    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell) =>
        trial.Unbroken is { Host: { StealNs: > 0 } host }
        && (double)host.StealNs / (host.BusyNs + host.StealNs) is var share and > Most
            ? new(
                "stolen-time",
                AuditVerdict.Invalid,
                $"the hypervisor kept {NumberText.Percent(share)} of the CPU time that was wanted: other machines of "
                    + "this host are busy; another time, or a host of one's own, mends it"
            )
            : null;
}
