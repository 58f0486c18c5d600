using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Checks.Runs;

/// <summary>Tells of figures that rest on one start of the processes, whose intervals are wider for it.</summary>
internal sealed class FewRounds()
    : RunCheck(
        "few-rounds",
        "A cell has one round alone, so that its figures rest on one start of the processes. Intervals of ratios "
            + "include by how much starts are known to differ.",
        "Give it more `--rounds`, or a larger `--budget`: intervals become narrower."
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var measured = run.Cells.Where(c => c is { Rounds: > 0, Status: not CellStatus.Failed }).ToList();
        if (measured.Count == 0 || measured.Min(c => c.Rounds) is not (< RatioTest.FewestRounds and var fewest))
            return null;
        var asked = run.Info.Settings.Rounds;
        return Note(
            $"{{rounds}} {(fewest == 1 ? "round" : "rounds")}{(fewest < asked ? " of {asked}" : "")}: figures rest on "
                + $"one start of the processes, and intervals of ratios are wider for it; "
                + $"{Mend(run.Info.Settings, fewest)}",
            Count("rounds", fewest),
            Count("asked", asked)
        );
    }

    private static string Mend(SuiteSettings settings, int rounds) =>
        rounds == settings.Rounds ? "--rounds gives more"
        : settings.BudgetNs is null ? "the run ended early"
        : "a larger budget gives more";
}
