using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Checks how long processes outside of the run had the core of a side's busiest thread, which was ready to
/// run: in the continuous window, and in how many slices for more than a tenth of the time. With another busy process
/// on each core a stack had a third of its rate and twenty times its p99, and its ratios to others were unchanged:
/// where that is the rule, no absolute figure is true.</summary>
internal sealed class RunQueueDelay()
    : TrialCheck(
        "run-queue-delay",
        "The busiest thread of a side was ready to run and waited for its core, which other processes had.",
        "End what `top` shows; ratios hold, the cell's latency, rate and cost don't.",
        mayBeNoise: true
    )
{
    protected override Finding? FindOne(MeasuredTrial it) =>
        OutsidersShare
            .OfWaitingIn(it.Trial)
            .Select(one => Judge(one.Side, one.Share, OutsidersShare.OfWaiting.SeverityOf(one.Share)))
            .Where(finding => finding.Severity > FindingSeverity.Ok)
            // Of equal ones the first.
            .OrderByDescending(finding => finding.Severity)
            .FirstOrDefault();

    private Finding Judge(string? side, double share, FindingSeverity severity) =>
        side is null
            ? Find(
                severity,
                "in {share} of its slices other processes had a side's core for more than a tenth of the time: its "
                    + "latency, rate and cost don't hold; `top` shows which",
                Share("share", share)
            )
            : Find(
                severity,
                "the {side}'s busiest thread waited {share} of the time for its core, which other processes had: its "
                    + "latency, rate and cost don't hold; `top` shows which",
                Named("side", side),
                Share("share", share)
            );
}
