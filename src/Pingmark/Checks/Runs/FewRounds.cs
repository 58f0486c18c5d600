using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Checks.Runs;

/// <summary>Finds figures that rest on one start of the processes, which makes them provisional.</summary>
internal sealed class FewRounds()
    : RunCheck(
        "few-rounds",
        "A cell has one round alone: its figures rest on one start of the processes. Intervals of its ratios include "
            + "by how much starts are known to differ, so that only large differences have a verdict.",
        "Give it more `--rounds`, or a larger `--budget`.",
        inAnswer: "one round is provisional: give it more `--rounds`"
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var measured = run.Cells.Where(c => c is { Rounds: > 0, Status: not CellStatus.Failed }).ToList();
        if (measured.Count == 0 || measured.Min(c => c.Rounds) is not (< RatioTest.FewestRounds and var fewest))
            return null;
        var asked = run.Info.Settings.Rounds;
        return Warning(
            $"only {{rounds}} {(fewest == 1 ? "round" : "rounds")}{(fewest < asked ? " of {asked}" : "")}: "
                + "figures rest on one start of the processes, and small differences stay undecided; "
                + Mend(run.Info.Settings, fewest),
            Count("rounds", fewest),
            Count("asked", asked)
        );
    }

    private static string Mend(SuiteSettings settings, int rounds) =>
        rounds == settings.Rounds ? "--rounds gives more"
        : settings.BudgetNs is null ? "the run ended early"
        : "a larger budget gives more";
}
