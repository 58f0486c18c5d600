using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Checks.Cells;

/// <summary>Checks that a server of snapshots keeps its tick rate, and that each snapshot that was due is accounted
/// for.</summary>
internal sealed class SnapshotsDue()
    : CellCheck(
        "snapshots",
        "Tells how many snapshots arrived of those that were asked for. Where one in twenty is more than a tick late "
            + "the server is behind; below 99 % of the tick rate it does not keep up, and the cell is invalid.",
        "Lower snapshot_rate_hz or the number of connections, or give the server more cores (pin.server)."
    )
{
    /// <summary>How many snapshots of each window and connection may be missing at its edges: a window cuts two ticks,
    /// and a first input has to come before.</summary>
    private const int EdgeTicks = 2;
    private const double Enough = 0.99,
        MostLate = 0.05;
    private const double NsOfS = 1e9;

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
        var late = LateShare(told, rateHz);
        var isBehind = late > MostLate;
        return Find(
            !keepsUp ? FindingSeverity.Invalid
                : lost > 0 || isBehind ? FindingSeverity.Warning
                : FindingSeverity.Note,
            "{delivered} snapshots were delivered of {asked} that {rate} ticks a second make for {connections} "
                + "connections, {lost} lost"
                + (
                    due < expected && keepsUp
                        ? "; {cut} were not due, for a window cuts ticks, and a connection counts from its first "
                            + "answered input on"
                        : ""
                )
                + (isBehind ? "; {late} came more than a tick late: the server is behind its ticks" : "")
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
            Count("asked", (long)Math.Round(expected)),
            Count("cut", (long)Math.Round(Math.Max(0, expected - due))),
            Share("late", late),
            Count("connections", scenario.Connections),
            Count("delivered", due - lost),
            Count("lost", lost),
            Share("achieved", due / expected),
            Count("rate", rateHz)
        );
    }

    /// <summary>The share of the snapshots that came more than a tick after their time; 0 where it is not
    /// told.</summary>
    private static double LateShare(IEnumerable<CountedWindow> told, int rateHz)
    {
        var lateness = Histogram.Merged(
            told.Select(s => s.Snapshots!.Lateness).OfType<long[]>().Select(Histogram.FromSparse)
        );
        return lateness.Count == 0 ? 0 : lateness.CountAbove(NsOfS / rateHz) / (double)lateness.Count;
    }
}
