using Pingmark.Results;
using Pingmark.Trials;

namespace Pingmark.Audits;

/// <summary>What concerns the run as a whole.</summary>
internal static class RunAudits
{
    private const int BulkBytes = 16 * 1024;

    public static IEnumerable<Note> Judge(RunInfo run, IReadOnlyList<CellSummary> cells)
    {
        var measured = cells.Where(c => c.Rounds > 0).ToList();
        if (measured.Count > 0 && measured.Min(c => c.Rounds) is var fewest and < BudgetPlan.EnoughRounds)
            yield return new("few-rounds", "warning", $"only {fewest} {(fewest == 1 ? "round" : "rounds")} of {run.Settings.Rounds}: intervals are wide or missing; a larger budget gives more");
        if (run.Machine.CongestionControl is not "cubic" && measured.Any(c => c.Scenario.MessageBytes >= BulkBytes && c.Scenario.Socket.CongestionControl is null))
            yield return new("congestion-control", "warning", $"large messages with {run.Machine.CongestionControl}, this machine's default: pacing slows bulk transfers on loopback; compare with socket.congestion_control=cubic");
    }
}
