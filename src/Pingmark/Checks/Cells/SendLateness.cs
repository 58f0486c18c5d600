using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells with a fixed rate whose messages left late. A round trip counts from the intended time, so much
/// of it is then the client's own, or that of a full set of slots.</summary>
internal sealed class SendLateness()
    : CellCheck(
        "client-late",
        "At a fixed rate the client sent so late that this is more than half of the p99 round trip.",
        "Compare with another client (client: reference), or with a larger in_flight."
    )
{
    private const double Dominates = 0.5;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        var windows = evidence
            .Ok.Select(r => r.Unbroken!)
            .Where(s => s[HistogramKind.SendLateness] is not null)
            .ToList();
        if (
            Tail(windows, s => s[HistogramKind.SendLateness]!) is not { } lateness
            || Tail(windows, s => s.Histogram) is not { } rtt
            || lateness <= Dominates * rtt
        )
            return null;
        // What takes snapshots waits.
        var other = evidence.Cell.Scenario.Load.HasSnapshots ? "another client" : "a client that spins";
        return Warning(
            "p99 of the send lateness is {lateness}, more than half of the p99 round trip: a part of it is the "
                + $"client's, or all {{slots}} slots of a connection were taken; {other} (client: reference) or a "
                + "larger in_flight tells which",
            Duration("lateness", lateness),
            Count("slots", evidence.Cell.Scenario.InFlight)
        );
    }

    private static double? Tail(IReadOnlyList<CountedWindow> windows, Func<CountedWindow, long[]> counts) =>
        Histogram.Merged(windows.Select(counts).Select(Histogram.FromSparse)).SupportedPercentileNs(0.99);
}
