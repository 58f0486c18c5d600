using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>What a run is going to measure, before its first trial.</summary>
/// <param name="Suite">As it is measured where the sides are.</param>
/// <param name="Cells">Those that can be measured.</param>
/// <param name="NotMeasured">A record of each cell that can't be.</param>
/// <param name="Workers">How they are started.</param>
/// <param name="Info">What the run's folder keeps of it.</param>
internal sealed record PlannedRun(
    Suite Suite,
    IReadOnlyList<Cell> Cells,
    IReadOnlyList<TrialRecord> NotMeasured,
    BudgetPlan Budget,
    WorkerStarts Workers,
    RunInfo Info
);
