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
        HalfMinute = 30;

    /// <summary>The plan in a line, such as <c>quick: 16 cells in about 58 s, up to 2 rounds with 0.8 s of each cell;
    /// …</c></summary>
    /// <param name="noise">Predicts the noise of comparisons.</param>
    public static string Describe(PlannedRun plan, NoiseModel noise)
    {
        var (suite, cells, budget) = (plan.Suite, plan.Cells, plan.Budget);
        return $"{suite.Name}: {NumberText.Count(cells.Count, "cell")} {Counted(suite, budget)}"
            + Room(suite, cells, budget, noise)
            + (suite.Settings.Sampling ? "; then each cell once more under its profilers" : "")
            + string.Create(CultureInfo.InvariantCulture, $"; seed {plan.Info.Seed}");
    }

    /// <summary>Where the time should go, a line for each kind.</summary>
    public static string Time(BudgetPlan budget)
    {
        var time = budget.TimeUse;
        return string.Join(
            '\n',
            Line("starts of processes", time.StartsNs),
            Line("warm-ups", time.WarmUpsNs),
            Line("slices", time.SlicesNs),
            Line("continuous windows", time.WindowsNs),
            Line("requests, pauses and ends", time.RestsNs)
        );

        static string Line(string what, long ns) =>
            string.Create(CultureInfo.InvariantCulture, $"  {what, -26} {ns / 1e9, 6:0.0} s");
    }

    /// <summary>What the budget does not hold, or how precise what it holds will be.</summary>
    private static string Room(Suite suite, IReadOnlyList<Cell> cells, BudgetPlan budget, NoiseModel noise) =>
        BudgetRoom.Describe(suite.Settings, budget, cells.Count) is { Length: > 0 } less
            ? $"; {less}"
            : Precision(budget) + MoreNeeds(suite, cells, budget, noise);

    private static string Precision(BudgetPlan budget) =>
        budget.Precision is { Length: > 0 } precision ? $"; ratios to {precision}" : "";

    /// <summary>How long a precise run would take, where the plan is not precise; otherwise an empty text.</summary>
    private static string MoreNeeds(Suite suite, IReadOnlyList<Cell> cells, BudgetPlan budget, NoiseModel noise) =>
        suite.Settings.BudgetNs is not null
        && budget.ForeseenHalfWidth > Precise
        && BudgetPlan.BudgetForNs(Precise, suite, cells, noise) is { } needed
            ? string.Create(
                CultureInfo.InvariantCulture,
                $", and ± {100 * Precise:0} % takes about "
                    + $"{NumberText.Elapsed(HalfMinute * Math.Ceiling(needed / 1e9 / HalfMinute))}"
            )
            : "";

    /// <summary>How long it takes, and how much is counted; the time of a number of messages is known only when they
    /// flow.</summary>
    private static string Counted(Suite suite, BudgetPlan budget)
    {
        var rounds = (suite.Settings.BudgetNs is null ? "" : "up to ") + NumberText.Count(budget.Rounds, "round");
        return
            suite.Settings.BudgetNs is null
            && suite.Cells.FirstOrDefault(c => c.Scenario.Messages is not null) is { } cell
            ? $"in {rounds} with {NumberText.Count(cell.Scenario.Messages!.Value)} messages of each, "
                + "however long they take"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"in about {NumberText.Elapsed(Math.Ceiling(budget.EstimateNs / 1e9))}, "
                    + $"{rounds} with {budget.Block.DurationNs / 1e9:0.##} s of each"
            );
    }
}
