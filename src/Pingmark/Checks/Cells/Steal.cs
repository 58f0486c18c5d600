using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds CPU time that the hypervisor gave to others while this machine wanted to run.</summary>
internal sealed class Steal()
    : CellCheck(
        "steal",
        "The hypervisor took more than 2 % of the CPU time that was wanted in the continuous windows.",
        "Measure at a quieter time, or on a dedicated machine."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        StolenShare.Compute(evidence.Ok.Select(r => r.Unbroken!.Host).OfType<HostCpu>()) is { } share
        && StolenShare.Limits.SeverityOf(share) >= FindingSeverity.Warning
            ? Warning(
                "the hypervisor took {share} of the CPU time while it was measured: its figures are worse than the "
                    + "stack is; measure at a quieter time, or on a dedicated machine",
                Share("share", share)
            )
            : null;
}
