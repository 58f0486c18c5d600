using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

internal static class OutcomeReason
{
    /// <returns>A whole sentence; empty where there is a capacity.</returns>
    public static string Describe(
        CapacityPlan plan,
        CapacityOutcome outcome,
        string? failure,
        IReadOnlyList<CapacityStep> windows,
        int generations
    )
    {
        var objectives = string.Join(" and ", plan.Settings.Objectives);
        return outcome switch
        {
            CapacityOutcome.IdleMisses =>
                $"already the least load that can be judged, {Text(windows.Min(step => step.Offered))}, misses "
                    + $"{objectives}{Measured(windows.MinBy(step => step.Offered)!)}.",
            CapacityOutcome.NoLoadMisses =>
                $"the largest load that can be offered, {Text(plan.MostLoad)}, meets {objectives}.",
            CapacityOutcome.BeyondClient => BeyondClient(plan, windows, objectives),
            CapacityOutcome.TooFewGenerations => string.Create(
                CultureInfo.InvariantCulture,
                $"{(generations == 1 ? "one generation" : $"{generations} generations")} of fresh processes could be "
                    + $"measured, and an interval needs {LoadEstimate.FewestGenerations} that cross the objective."
            ),
            CapacityOutcome.Failed => failure ?? "it failed.",
            _ => "",
        };

        string Text(double load) => CapacityProgress.Load(plan, load);
    }

    private static string BeyondClient(CapacityPlan plan, IReadOnlyList<CapacityStep> windows, string objectives)
    {
        var met = windows.Where(step => step.IsMet).Select(step => (double?)step.Offered).Max();
        var reason = windows.LastOrDefault(step => step.ClientBound is not null)?.ClientBound;
        var client = $"the client is at its limit ({reason}).";
        return met is { } load
            ? $"beyond {CapacityProgress.Load(plan, load)}, which meets {objectives}, {client}"
            : client;
    }

    private static string Measured(CapacityStep step) =>
        step.Objectives.FirstOrDefault(one => !one.IsMet) is not { } missed ? ""
        : missed.Value is not { } value ? $" ({missed.Objective} is beyond all that was measured)"
        : missed.Objective.StartsWith('p') ? $" ({NumberText.Duration(value)})"
        : $" ({NumberText.Percent(value)})";
}
