using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks how much of the cores other processes used while the noise was measured.</summary>
internal sealed class Neighbours()
    : MachineCheck(
        "neighbours",
        "While the noise was measured, other processes used more than 2 % of the cores (a warning beyond 5 %).",
        "End what `top` shows, or keep server and client on cores of their own (pin)."
    )
{
    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Noise is { Noise.ForeignShare: var share }
            ? MakeFinding(share, OutsidersShare.OfCores.SeverityOf(share))
            : Note("Not measured, for the noise was not.");

    private Finding MakeFinding(double share, FindingSeverity severity) =>
        Find(severity, "Other processes used {share} of the cores.", Share("share", share)) with
        {
            Mend =
                severity == FindingSeverity.Ok
                    ? ""
                    : "`top` shows them; end them, or keep server and client on cores of their own (pin)",
        };
}
