using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks how much CPU time the hypervisor gave to others while this machine wanted to run.</summary>
internal sealed class MachineSteal()
    : MachineCheck(
        "steal",
        "While the noise was measured, the hypervisor kept more than 0.5 % of the CPU time that was wanted (a warning "
            + "beyond 2 %).",
        "Measure at a quieter time, or on a dedicated machine."
    )
{
    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Noise is { StealShare: var share }
            ? MakeFinding(share, StolenShare.Limits.SeverityOf(share))
            : Note("Not measured, for the noise was not.");

    private Finding MakeFinding(double share, FindingSeverity severity) =>
        Find(severity, "The hypervisor kept {share} of the CPU time that was wanted.", Share("share", share)) with
        {
            Mend = severity == FindingSeverity.Ok ? "" : "measure at a quieter time, or on a dedicated machine",
        };
}
