using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>What a run is going to measure, as it is known before its first trial.</summary>
/// <param name="Suite">The suite, fitted to where the sides are.</param>
/// <param name="Cells">The cells that can be measured.</param>
/// <param name="NotMeasured">A record of each cell that can't be measured.</param>
/// <param name="Workers">How workers are started.</param>
/// <param name="Info">What the run's folder keeps of the plan.</param>
internal sealed record PlannedRun(
    Suite Suite,
    IReadOnlyList<Cell> Cells,
    IReadOnlyList<TrialRecord> NotMeasured,
    BudgetPlan Budget,
    WorkerStarts Workers,
    RunInfo Info
);
