using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds trials with many disturbed slices. A slice is measured again where a worker that should have waited,
/// or a compiler that should have finished, used the cores meanwhile. Where that is the rule, what remains was measured
/// beside such work, too: less of it goes unnoticed. Where most slices stayed disturbed each time, the figure is that
/// of two stacks at once.</summary>
internal sealed class IdleNeighbours()
    : TrialCheck(
        "idle-neighbours",
        "A worker that should have waited, or a compiler that should have finished, used the cores in many slices.",
        "Take the figures as provisional; a larger `--budget`, a longer warmup, fewer stacks at once (`--stacks`) or "
            + "more cores leave fewer of them.",
        mayBeNoise: true,
        mark: CheckList.Provisional
    )
{
    /// <summary>How many slices may be measured again, relative to the slices that count; quiet runs stay below a
    /// third.</summary>
    private const double OftenRepeated = 0.5;

    /// <summary>The limits for the share of the counted slices that are disturbed; quiet runs stay below
    /// 0.06.</summary>
    private static readonly Limits OfSlices = new(Limits.Never, 0.1, 0.5);

    protected override Finding? FindOne(MeasuredTrial it)
    {
        var (trial, slices) = (it.Trial, it.Trial.SliceRatesPerS.Count);
        if (slices == 0)
            return null;
        var disturbed = (double)trial.DisturbedSlices / slices;
        if (OfSlices.SeverityOf(disturbed) is var severity and > FindingSeverity.Ok)
            return Find(
                severity,
                "{who} used a core in {disturbed} of its slices, in which only this cell should: take its figures as "
                    + "provisional, or give a larger --budget",
                Share("disturbed", disturbed),
                Named("who", Who(trial))
            );
        return (double)trial.RepeatedSlices / slices > OftenRepeated
            ? Warning(
                "{repeated} slices were repeated to get the {counted} that count, because {who} used a core meanwhile: "
                    + "take its figures as provisional, or give a larger --budget",
                Count("repeated", trial.RepeatedSlices),
                Count("counted", slices),
                Named("who", Who(trial))
            )
            : null;
    }

    private static string Who(TrialRecord trial) =>
        trial.DisturbedBy switch
        {
            [] => "a worker that should have waited",
            [var one] => one,
            [var most, ..] => $"{most} and {trial.DisturbedBy.Count - 1} more",
        };
}
