using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What a check of a run looks at.</summary>
/// <param name="Cells">The cells' summaries.</param>
internal sealed record MeasuredRun(RunInfo Info, IReadOnlyList<CellEvidence> Evidence, IReadOnlyList<CellSummary> Cells)
{
    /// <summary>The trials that were measured, whether they count or not.</summary>
    public IReadOnlyList<TrialRecord> Trials { get; } = TrialsOf(Evidence);

    /// <summary>The trials of a run's cells that were measured, whether they count or not.</summary>
    public static IReadOnlyList<TrialRecord> TrialsOf(IEnumerable<CellEvidence> cells) =>
        [.. cells.SelectMany(cell => cell.Judged).Select(judged => judged.Trial)];
}

/// <summary>Runs the checks of whole runs.</summary>
internal static class RunChecks
{
    public static IReadOnlyList<Finding> Judge(MeasuredRun run) =>
        [.. CheckList.OfRuns.SelectMany(check => check.Judge(run))];
}
