using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>
/// How long processes outside of the run had the core of a side's busiest thread, which was ready to run: in the
/// unbroken stretch, and in how many slices for more than a tenth of the time. Beside a burner on each core a stack had
/// a third of its rate and twenty times its p99, and its ratios to others were as ever: where it was the rule, no
/// absolute figure is true.
/// </summary>
internal sealed class RunQueueDelay : ITrialAudit
{
    public const string Id = "run-queue-delay";

    /// <summary>Of the time, and of the slices.</summary>
    private const double Felt = 0.1,
        Most = 1.0 / 3;

    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell) => Said(trial);

    /// <summary>It was the rule.</summary>
    public static bool IsCrowded(TrialRecord trial) => Said(trial) is { Verdict: AuditVerdict.Invalid };

    public static bool IsFelt(TrialRecord trial) => Said(trial) is not null;

    private static Note? Said(TrialRecord trial)
    {
        if (trial.Unbroken is not { DurationNs: > 0 } unbroken)
            return null;
        var shared = !trial.OnTwoMachines && CoreList.Overlap(trial.ServerCpus, trial.ClientCpus);
        return new[]
        {
            Judged("server", unbroken.Server, unbroken.Client),
            Judged("client", unbroken.Client, unbroken.Server),
            OfSlices(trial),
        }
            .OfType<Note>()
            .MaxBy(note => note.Verdict);

        Note? Judged(string side, Usage? own, Usage? other)
        {
            if (own is not { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } busiest })
                return null;
            var outsidersNs = RunQueue.OutsidersNs(delay, busiest, own.CpuNs, shared ? other?.CpuNs ?? 0 : 0);
            var share = (double)outsidersNs / unbroken.UsedInNs;
            return share > Felt
                ? new(
                    Id,
                    VerdictOf(share),
                    $"the {side}'s busiest thread was ready and waited for its core {NumberText.Percent(share)} of the "
                        + "time, while neither side ran on it"
                )
                : null;
        }
    }

    private static AuditVerdict VerdictOf(double share) => share > Most ? AuditVerdict.Invalid : AuditVerdict.Warning;

    private static Note? OfSlices(TrialRecord trial) =>
        (double)trial.CrowdedSlices / Math.Max(1, trial.SliceRatesPerS.Count) is > Felt and var share
            ? new(
                Id,
                VerdictOf(share),
                $"in {NumberText.Percent(share)} of its slices processes outside of the run had a side's core for more "
                    + "than a tenth of the time; `top` shows them"
            )
            : null;
}
