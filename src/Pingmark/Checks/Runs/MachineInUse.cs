using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>Tells in how much of a run others had the cores. Where that is most of it, it is the first thing to know,
/// and no fault of single cells: slices that take turns share the disturbance, but not alike. Beside a busy process on
/// one of two cores a stack at 0.25x of the baseline had 0.67x.</summary>
internal sealed class MachineInUse()
    : RunCheck(
        "machine-in-use",
        "A noisy machine: other processes had the cores in more than half of the run's slices, so that a quiet one may "
            + "show other differences. Less is a note.",
        "End what `top` shows, and measure again; `history` and `compare` leave the run out.",
        comesFirst: true,
        inAnswer: "noisy machine: end what `top` shows, and measure again"
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var disturbance = Disturbance.In(run.Trials);
        var (share, parts) = (Share("share", disturbance.Share), Named("parts", disturbance.Parts));
        return disturbance.Share == 0 ? null
            : disturbance.IsNoisy
                ? Warning(
                    "noisy machine: other processes had the cores in {share} of the {parts}; a quiet machine may show "
                        + "other differences; `top` shows who it is",
                    share,
                    parts
                )
            : Note("other processes had the cores in {share} of the {parts}", share, parts);
    }
}
