namespace Pingmark.Model;

/// <summary>What makes a suite one that looks for capacities: what must be kept, and what is raised until it
/// isn't.</summary>
/// <param name="Objectives">All of them must be met at once; at least one.</param>
/// <param name="BudgetNs">The wall time that measuring may take.</param>
/// <param name="RateEachPerS">The messages a second that each connection sends, where connections are what is looked
/// for; of players the inputs, null: one for each snapshot.</param>
public sealed record CapacitySettings(
    CapacityKind Kind,
    IReadOnlyList<Objective> Objectives,
    long BudgetNs,
    int? RateEachPerS = null
);
