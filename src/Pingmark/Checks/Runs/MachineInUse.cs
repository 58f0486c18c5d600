using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>Finds runs during most of which others had the cores: that is no fault of single trials, and the first
/// thing to know of the whole run.</summary>
internal sealed class MachineInUse()
    : RunCheck(
        "machine-in-use",
        "Others had the cores in more than a third of the run's trials.",
        "Don't use these figures; end what `top` shows, or measure at another time.",
        comesFirst: true,
        inAnswer: "others used the machine: measure again when it is quiet"
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var trials = run.Trials;
        var crowded = trials.Where(OutsidersShare.IsOverrun).ToList();
        if (!OutsidersShare.IsTheRule(crowded.Count, trials.Count))
            return null;
        return Find(
            crowded.Exists(trial => !trial.NoiseAccepted) ? FindingSeverity.Invalid : FindingSeverity.Warning,
            "others {used} in {crowded} of {trials} trials: don't use these figures; `top` shows who it is",
            OutsidersShare.Used("used", crowded),
            Count("crowded", crowded.Count),
            Count("trials", trials.Count)
        );
    }

    /// <summary>Whether a run is told of as a whole.</summary>
    public static bool IsFoundIn(MeasuredRun run) => OutsidersShare.HadTheMachine(run.Trials);
}
