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
        var bound = windows.Last(step => step.ClientBound is not null);
        var lowestMissed = windows.Where(step => !step.IsMet && step.ClientBound is null).MinBy(step => step.Offered);
        var highestMet = windows.Where(step => step.IsMet).MaxBy(step => step.Offered);
        if (lowestMissed is not null)
            return $"some windows from {Text(lowestMissed)} up miss {objectives}, and at {Text(bound)} the client is "
                + $"at its limit ({bound.ClientBound}).";
        var client = $"the client is at its limit ({bound.ClientBound}).";
        return highestMet is null ? client : $"beyond {Text(highestMet)}, which meets {objectives}, {client}";

        string Text(CapacityStep step) => CapacityProgress.Load(plan, step.Offered);
    }

    private static string Measured(CapacityStep step) =>
        step.Objectives.FirstOrDefault(one => !one.IsMet) is not { } missed ? ""
        : missed.Value is not { } value ? $" ({missed.Objective} is beyond all that was measured)"
        : missed.Objective.StartsWith('p') ? $" ({NumberText.Duration(value)})"
        : $" ({NumberText.Percent(value)})";
}
