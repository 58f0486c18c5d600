using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>Words why a cell has no capacity.</summary>
internal static class OutcomeReason
{
    /// <returns>A whole sentence; empty where there is a capacity.</returns>
    /// <param name="failure">What a failed cell's worker said.</param>
    /// <param name="windows">The cell's steps that have windows.</param>
    /// <param name="crossings">What each generation found by itself.</param>
    public static string Words(
        CapacityPlan plan,
        Cell cell,
        CapacityOutcome outcome,
        string? failure,
        IReadOnlyList<CapacityStep> windows,
        IReadOnlyDictionary<int, double?> crossings
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
            CapacityOutcome.StackFull when plan.LimitOf(cell) is { } limit =>
                $"all {Text(limit.Connections)} that {limit.Stack} takes meet {objectives}: this is the library's "
                    + "limit, and what the server would carry beyond it is not known.",
            CapacityOutcome.TooFewGenerations => new TooFewCrossings(plan, objectives, windows, crossings).Words,
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
            ? $"up to {CapacityProgress.Load(plan, load)} the server meets {objectives}; beyond that {client}"
            : client;
    }

    private static string Measured(CapacityStep step) =>
        step.Objectives.FirstOrDefault(one => !one.IsMet) is not { } missed ? ""
        : missed.Value is not { } value ? $" ({missed.Objective} is beyond all that was measured)"
        : missed.Objective.StartsWith('p') ? $" ({NumberText.Duration(value)})"
        : $" ({NumberText.Percent(value)})";
}
