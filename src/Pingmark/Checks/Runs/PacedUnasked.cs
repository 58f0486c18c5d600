using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>A congestion control that paces holds bulk transfers back on loopback, which has nothing to
/// congest.</summary>
internal sealed class PacedUnasked()
    : Check<MeasuredRun>(
        new(
            "congestion-control",
            CheckScope.Run,
            "Large messages were sent over loopback with a congestion control that paces, which is the machine's "
                + "default.",
            "Compare with socket.congestion_control=cubic."
        )
    )
{
    private const int BulkBytes = 16 * 1024;
    private const string EffectiveControl = "server.congestion_control";

    public override IEnumerable<Finding> Judge(MeasuredRun run) =>
        run.Info.Sites.Count == 0 && run.Cells.FirstOrDefault(IsPaced) is { } paced
            ?
            [
                Warning(
                    "large messages with {control}, this machine's default: pacing slows bulk transfers on loopback; "
                        + "compare with socket.congestion_control=cubic",
                    Named("control", paced.EffectiveOptions[EffectiveControl])
                ),
            ]
            : [];

    private static bool IsPaced(CellSummary cell) =>
        cell
            is { Rounds: > 0, Status: not CellStatus.Failed }
                and { Scenario: { MessageBytes: >= BulkBytes, Socket.CongestionControl: null } }
        && cell.EffectiveOptions.GetValueOrDefault(EffectiveControl) is not (null or "cubic" or "reno");
}
