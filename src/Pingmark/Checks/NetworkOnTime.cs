using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>What impairs the network needs a core now and then, too: packets that left later than they should were
/// delayed by the machine, and not by the network that was asked for.</summary>
internal sealed class NetworkOnTime : ITrialAudit
{
    private const double Felt = 0.02,
        Most = 0.2;

    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        if (trial.Unbroken?.Network is not { Delivered: > 0 } network)
            return null;
        var share = (double)network.LatePackets / network.Delivered;
        return share <= Felt
            ? null
            : new(
                "network-late",
                share > Most ? AuditVerdict.Invalid : AuditVerdict.Warning,
                $"{NumberText.Percent(share)} of the packets left the impaired network more than 1 ms too late, "
                    + $"the latest by {NumberText.Duration(network.MostLateNs)}: it had no core; fewer messages, or "
                    + "stacks that don't spin, leave it one"
            );
    }
}
