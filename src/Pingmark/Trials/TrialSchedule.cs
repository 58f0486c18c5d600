using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Which trials a run measures.</summary>
/// <param name="Cells">Those that can be measured.</param>
/// <param name="Budget">Foreseen; the pace of the run revises it.</param>
/// <param name="Seed">Of the order of cells and blocks.</param>
public sealed record TrialSchedule(SuiteSettings Settings, IReadOnlyList<Cell> Cells, BudgetPlan Budget, int Seed)
{
    /// <summary>Of the same plan and seed; what they have is not measured again.</summary>
    public IReadOnlyList<TrialRecord> Earlier { get; init; } = [];
}
