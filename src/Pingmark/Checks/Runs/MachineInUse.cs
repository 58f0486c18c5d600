using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>Finds runs during most of which others had the cores: that is no fault of single trials, and the first
/// thing to know of the whole run.</summary>
internal sealed class MachineInUse()
    : RunCheck(
        "machine-in-use",
        "Others had the cores in more than a third of the run's trials, and kept its threads waiting.",
        "Don't use these figures; end what `top` shows, or measure at another time.",
        comesFirst: true
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var trials = run.Evidence.SelectMany(cell => cell.Judged).Select(judged => judged.Trial).ToList();
        var crowded = trials.Where(trial => OutsidersShare.WaitingIn(trial) == FindingSeverity.Withheld).ToList();
        if (!OutsidersShare.IsTheRule(crowded.Count, trials.Count))
            return null;
        var shares = crowded.Select(OutsidersShare.OfCoreTime).OfType<double>().Where(share => share > 0).ToList();
        return Find(
            crowded.Exists(trial => !trial.NoiseAccepted) ? FindingSeverity.Invalid : FindingSeverity.Warning,
            (shares.Count == 0 ? "others had cores of this run" : "others used {used} of the cores")
                + " in {crowded} of {trials} trials, and kept its threads waiting: don't use these figures; `top` "
                + "shows who it is",
            new Quantity("used", shares.DefaultIfEmpty().Min(), shares.DefaultIfEmpty().Max(), NumberText.Percent),
            Count("crowded", crowded.Count),
            Count("trials", trials.Count)
        );
    }
}
