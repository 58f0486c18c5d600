using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>
/// How long processes outside of the run had the core of a side's busiest thread, which was ready to run: in the
/// unbroken stretch, and in how many slices for more than a tenth of the time.
/// </summary>
internal sealed class RunQueueDelay : ITrialAudit
{
    private const double Felt = 0.1;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        if (trial.Unbroken is not { DurationNs: > 0 } unbroken)
            return null;
        var shared = !trial.OnTwoMachines && CoreList.Overlap(trial.ServerCpus, trial.ClientCpus);
        return Judged("server", unbroken.Server, unbroken.Client)
            ?? Judged("client", unbroken.Client, unbroken.Server)
            ?? OfSlices(trial);

        Note? Judged(string side, Usage? own, Usage? other)
        {
            if (own is not { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } busiest })
                return null;
            var outsidersNs = RunQueue.OutsidersNs(delay, busiest, own.CpuNs, shared ? other?.CpuNs ?? 0 : 0);
            var share = (double)outsidersNs / unbroken.UsedInNs;
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

    private static Note? OfSlices(TrialRecord trial) =>
        (double)trial.CrowdedSlices / Math.Max(1, trial.SliceRatesPerS.Count) is > Felt and var share
            ? new(
                "run-queue-delay",
                AuditVerdict.Warning,
                $"in {NumberText.Percent(share)} of its slices processes outside of the run had a side's core for more "
                    + "than a tenth of the time; `top` shows them"
            )
            : null;
}
