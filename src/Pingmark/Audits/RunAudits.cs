using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Audits;

/// <summary>What concerns the run as a whole.</summary>
internal static class RunAudits
{
    private const int BulkBytes = 16 * 1024;

    public static IEnumerable<Note> Judge(RunInfo run, IReadOnlyList<CellSummary> cells)
    {
        var measured = cells.Where(c => c is { Rounds: > 0, Status: not CellStatus.Failed }).ToList();
        if (measured.Count > 0 && measured.Min(c => c.Rounds) is var fewest and < RatioTest.FewestRounds)
            yield return new(
                "few-rounds",
                AuditVerdict.Warning,
                $"only {fewest} {(fewest == 1 ? "round" : "rounds")}"
                    + $"{(fewest < run.Settings.Rounds ? $" of {run.Settings.Rounds}" : "")}: figures that rest on one "
                    + $"start of the processes are provisional, and undecided; {Mend(run.Settings, fewest)}"
            );
        if (run.Sites.Count == 0 && measured.FirstOrDefault(IsPacedUnasked) is { } paced)
            yield return new(
                "congestion-control",
                AuditVerdict.Warning,
                $"large messages with {paced.EffectiveOptions[EffectiveControl]}, this machine's "
                    + "default: pacing slows bulk transfers on loopback; compare with "
                    + "socket.congestion_control=cubic"
            );
    }

    private static string Mend(SuiteSettings settings, int rounds) =>
        rounds == settings.Rounds ? "--rounds gives more"
        : settings.BudgetNs is null ? "the run ended early"
        : "a larger budget gives more";

    private const string EffectiveControl = "server.congestion_control";

    private static bool IsPacedUnasked(CellSummary cell) =>
        cell.Scenario is { MessageBytes: >= BulkBytes, Socket.CongestionControl: null }
        && cell.EffectiveOptions.GetValueOrDefault(EffectiveControl) is not (null or "cubic" or "reno");
}
