using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What a check of a run looks at.</summary>
/// <param name="Cells">As they are summed up.</param>
internal sealed record MeasuredRun(
    RunInfo Info,
    IReadOnlyList<CellEvidence> Evidence,
    IReadOnlyList<CellSummary> Cells
);

/// <summary>Puts a run before the checks of that scope.</summary>
internal static class RunChecks
{
    public static IReadOnlyList<Finding> Judge(MeasuredRun run) =>
        [.. CheckList.OfRuns.SelectMany(check => check.Judge(run))];
}
