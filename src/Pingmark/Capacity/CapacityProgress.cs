using System.Globalization;
using Pingmark.Capacity.Reporting;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Capacity;

internal static class CapacityProgress
{
    public static string Plan(CapacityPlan plan, int cells) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{plan.Suite}: {NumberText.Count(cells, "cell")}, the most "
                + $"{CapacityWords.For(plan.Settings.Kind).Noun} within "
                + $"{string.Join(" and ", plan.Settings.Objectives)}; {plan.PlannedGenerations} generations of fresh "
                + $"processes with windows of {NumberText.Elapsed(plan.WindowNs / 1e9)}, "
                + $"{NumberText.Elapsed(plan.Settings.BudgetNs / 1e9)} in all"
        );

    public static string Generation(CapacityPlan plan, int number, IReadOnlyList<CellSearch> cells) =>
        string.Create(CultureInfo.InvariantCulture, $"generation {number}/{plan.PlannedGenerations}: ")
        + string.Join(
            ", ",
            cells.Select(cell =>
                $"{cell.Cell.Id} "
                + (
                    cell.Estimate.Capacity is { } capacity ? Load(plan, capacity.Value)
                    : cell.HighestMet > 0 ? $"at least {Load(plan, cell.HighestMet)}"
                    : "nothing yet"
                )
            )
        );

    public static string Step(CapacityPlan plan, CapacityStep step) =>
        $"generation {step.Generation}: {step.Cell} at {Load(plan, step.Offered)}: "
        + string.Join(", ", step.Objectives.Select(Text))
        + (step.ClientBound is null ? "" : " (the client)");

    private static string Text(ObjectiveValue value) => $"{value.Objective} is {(value.IsMet ? "met" : "missed")}";

    public static string Load(CapacityPlan plan, double load) =>
        plan.Settings.Kind == CapacityKind.Rate
            ? NumberText.Rate(load)
            : $"{NumberText.Count((long)Math.Round(load))} {CapacityWords.For(plan.Settings.Kind).Noun}";
}
