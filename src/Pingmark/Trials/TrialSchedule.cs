using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Says which trials a run measures.</summary>
/// <param name="Cells">The cells that can be measured.</param>
/// <param name="Budget">The plan that was foreseen; the pace of the run revises it.</param>
/// <param name="Seed">The seed of the order of cells and blocks.</param>
public sealed record TrialSchedule(SuiteSettings Settings, IReadOnlyList<Cell> Cells, BudgetPlan Budget, int Seed)
{
    /// <summary>The trials of an earlier run of the same plan and seed; what they have is not measured again.</summary>
    public IReadOnlyList<TrialRecord> Earlier { get; init; } = [];

    /// <summary>The clock by which a budget is spent.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
