using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Statistics;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Tells the plan of a run before it begins: how much is measured, how long it takes, and how precise it will
/// be.</summary>
internal static class PlanText
{
    private const double Precise = 0.03,
        HalfMinute = 30,
        MuchLeft = 0.9;

    /// <summary>The plan in a line, such as <c>quick: 16 cells, up to 4 rounds, 1.25 s counted per cell and round;
    /// about 40 s: …</c></summary>
    /// <param name="noise">Predicts the noise of comparisons.</param>
    public static string Describe(PlannedRun plan, NoiseModel noise)
    {
        var (suite, cells, budget) = (plan.Suite, plan.Cells, plan.Budget);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{suite.Name}: {NumberText.Count(cells.Count, "cell")}, "
                + $"{(suite.Settings.BudgetNs is null ? "" : "up to ")}"
                + $"{NumberText.Count(budget.Rounds, "round")}, {Counted(suite, budget)}"
                + $"{Room(suite, cells, budget, noise)}"
                + $"{(suite.Settings.Sampling ? ", then each cell once more under its profilers" : "")}; seed "
                + $"{plan.Info.Seed}"
        );
    }

    /// <summary>What the budget does not hold, or how precise what it holds will be.</summary>
    private static string Room(Suite suite, IReadOnlyList<Cell> cells, BudgetPlan budget, NoiseModel noise) =>
        BudgetRoom.Describe(suite.Settings, budget, cells.Count) is { Length: > 0 } less
            ? $"; {less}"
            : budget.Precision + MoreNeeds(suite, cells, budget, noise) + MoreRoom(suite.Settings, budget);

    /// <summary>How long a precise run would take, where the plan is not precise; otherwise an empty text.</summary>
    private static string MoreNeeds(Suite suite, IReadOnlyList<Cell> cells, BudgetPlan budget, NoiseModel noise) =>
        suite.Settings.BudgetNs is not null
        && budget.ForeseenHalfWidth > Precise
        && BudgetPlan.BudgetForNs(Precise, suite, cells, noise) is { } needed
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"; ± {100 * Precise:0} % needs about "
                    + $"{NumberText.Elapsed(HalfMinute * Math.Ceiling(needed / 1e9 / HalfMinute))}"
            )
            : "";

    /// <summary>What uses the time that is left of a budget that was given, where the most rounds leave some; otherwise
    /// an empty text.</summary>
    private static string MoreRoom(SuiteSettings settings, BudgetPlan budget) =>
        settings.MostRounds == budget.Rounds && budget.EstimateNs < MuchLeft * settings.BudgetNs
            ? $"; it ends before the budget, for there are no more than {NumberText.Count(budget.Rounds, "round")} of "
                + $"{NumberText.Duration(settings.DurationNs)}: `--rounds` or `--set duration=TIME` gives more"
            : "";

    /// <summary>How much is counted, and how long it takes; the time of a number of messages is known only when they
    /// flow.</summary>
    private static string Counted(Suite suite, BudgetPlan budget) =>
        suite.Settings.BudgetNs is null && suite.Cells.FirstOrDefault(c => c.Scenario.Messages is not null) is { } cell
            ? $"{NumberText.Count(cell.Scenario.Messages!.Value)} messages counted per cell and round, "
                + "however long they take"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{budget.Block.DurationNs / 1e9:0.##} s counted per cell and round; about "
                    + $"{NumberText.Elapsed(Math.Ceiling(budget.EstimateNs / 1e9))}"
            );
}
