using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>
/// How long a side's busiest thread was ready to run and another one had its core. Threads of its own side, and of the
/// other where they share cores, may have been in its way for as long as they ran; what is beyond that was somebody
/// else's.
/// </summary>
internal sealed class RunQueueDelay : ITrialAudit
{
    private const double Felt = 0.1;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        if (trial.Unbroken is not { DurationNs: > 0 } unbroken)
            return null;
        var shared = !trial.OnTwoMachines && CoreList.Overlap(trial.ServerCpus, trial.ClientCpus);
        return Judged("server", unbroken.Server, unbroken.Client) ?? Judged("client", unbroken.Client, unbroken.Server);

        Note? Judged(string side, Usage? own, Usage? other)
        {
            if (own is not { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } busiest })
                return null;
            var ours = own.CpuNs - busiest + (shared ? other?.CpuNs ?? 0 : 0);
            var share = (double)(delay - ours) / unbroken.DurationNs;
            return share > Felt
                ? new(
                    "run-queue-delay",
                    AuditVerdict.Warning,
                    $"the {side}'s busiest thread was ready and waited for its core {NumberText.Percent(share)} of the "
                        + "time, while neither side ran on it"
                )
                : null;
        }
    }
}
