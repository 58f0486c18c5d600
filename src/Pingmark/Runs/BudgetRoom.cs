using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Says how much a budget has room for that does not hold a round of all cells.</summary>
internal static class BudgetRoom
{
    /// <summary>By how much what is foreseen is more than what a quick machine takes: less than the rest of it is
    /// refused.</summary>
    private const double Quick = 0.85;

    /// <summary>The sentence; empty where a round of all cells fits.</summary>
    public static string Describe(SuiteSettings settings, BudgetPlan plan, int cells) =>
        plan is { IsPartial: true, FirstRound: { } round }
            ? $"the budget of {Text(settings)} holds about {NumberText.Count(round.Cells)} of "
                + $"{NumberText.Count(cells, "cell")}, in the suite's order of scenarios; one round of all takes "
                + $"{Takes(round.WholeNs)}"
            : "";

    /// <summary>Refuses a budget in which not even the first block fits, for there would be no figure.</summary>
    /// <exception cref="BadInputException">It does not fit.</exception>
    public static void Require(SuiteSettings settings, BudgetPlan plan)
    {
        if (plan is { IsPartial: true, FirstRound: { } round } && Quick * round.FirstBlockNs > settings.BudgetNs)
            throw new BadInputException(
                $"the budget of {Text(settings)} holds not one block: the first cells, which take turns, take "
                    + $"{Takes(round.FirstBlockNs)}, and one round of all {Takes(round.WholeNs)}"
            );
    }

    private static string Text(SuiteSettings settings) =>
        $"{NumberText.Number(Math.Max(0.1, settings.BudgetNs!.Value / 1e9))} s";

    private static string Takes(long ns) =>
        $"about {NumberText.RoughlyElapsed(ns / 1e9)}: `{NumberText.BudgetOption(BudgetPlan.Margin * ns / 1e9)}`";
}
