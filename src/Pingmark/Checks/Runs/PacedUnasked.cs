using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>Finds large messages sent over loopback by a congestion control that paces, which holds bulk transfers back
/// though nothing is congested.</summary>
internal sealed class PacedUnasked()
    : RunCheck(
        "congestion-control",
        "Large messages were sent over loopback with a congestion control that paces, the machine's default.",
        "Compare with socket.congestion_control=cubic."
    )
{
    private const int BulkBytes = 16 * 1024;
    private const string EffectiveControl = "server.congestion_control";

    protected override Finding? FindOne(MeasuredRun run) =>
        run.Info.Sites.Count == 0 && run.Cells.FirstOrDefault(IsPaced) is { } paced
            ? Warning(
                "large messages with {control}, this machine's default: pacing slows bulk transfers on loopback; "
                    + "compare with socket.congestion_control=cubic",
                Named("control", paced.EffectiveOptions[EffectiveControl])
            )
            : null;

    private static bool IsPaced(CellSummary cell) =>
        cell
            is { Rounds: > 0, Status: not CellStatus.Failed }
                and { Scenario: { MessageBytes: >= BulkBytes, Socket.CongestionControl: null } }
        && cell.EffectiveOptions.GetValueOrDefault(EffectiveControl) is not (null or "cubic" or "reno");
}
