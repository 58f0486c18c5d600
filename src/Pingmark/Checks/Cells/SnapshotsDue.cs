using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Checks.Cells;

/// <summary>Checks that a server of snapshots keeps its tick rate, and that each snapshot that was due is accounted
/// for.</summary>
internal sealed class SnapshotsDue()
    : CellCheck(
        "snapshots",
        "Tells how many snapshots were due and how many arrived; below 99 % of the tick rate the server does not keep "
            + "up, and the cell is invalid.",
        "Lower snapshot_rate_hz or the number of connections, or give the server more cores (pin.server)."
    )
{
    /// <summary>How many snapshots of each window and connection may be missing at its edges: a window cuts two ticks,
    /// and a first input has to come before.</summary>
    private const int EdgeTicks = 2;
    private const double Enough = 0.99;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        var scenario = evidence.Cell.Scenario;
        if (!scenario.Load.HasSnapshots || scenario[TickLoad.RateHz] is not { } rateHz)
            return null;
        var told = evidence.Ok.Select(r => r.Unbroken!).Where(s => s.Snapshots is not null).ToList();
        if (told.Count == 0)
            return null;
        var (due, lost) = (told.Sum(s => s.Snapshots!.Due), told.Sum(s => s.Snapshots!.Lost));
        var expected = told.Sum(s => s.DurationNs / 1e9 * rateHz * scenario.Connections);
        var keepsUp = due >= Enough * expected - (double)EdgeTicks * scenario.Connections * told.Count;
        return Find(
            !keepsUp ? FindingSeverity.Invalid
                : lost > 0 ? FindingSeverity.Warning
                : FindingSeverity.Note,
            "{due} snapshots were due for {connections} connections: {delivered} delivered, {lost} lost"
                + (
                    told.Any(s => s.Snapshots!.Lateness is null)
                        ? "; how late they were is not told, for server and clients are on two machines with "
                            + "clocks of their own"
                        : ""
                )
                + (
                    keepsUp
                        ? ""
                        : "; {achieved} of {rate} ticks a second was achieved: the server does not keep up; lower "
                            + "snapshot_rate or the number of connections"
                ),
            Count("due", due),
            Count("connections", scenario.Connections),
            Count("delivered", due - lost),
            Count("lost", lost),
            Share("achieved", due / expected),
            Count("rate", rateHz)
        );
    }
}
