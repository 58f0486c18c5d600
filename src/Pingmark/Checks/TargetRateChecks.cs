using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Checks;

internal sealed class TargetRate()
    : CellCheck(
        "target-rate-missed",
        "Less than 99 % of the rate was achieved: the load was another. It is a warning where the send lateness "
            + "exceeds half of the p99 round trip.",
        "Lower the rate, raise in_flight, or compare with client: reference."
    )
{
    private const double MinShareOfRate = 0.99,
        MaxLatenessOfRtt = 0.5;

    protected override Finding? FindOne(CellEvidence evidence) => Missed(evidence) ?? Late(evidence);

    private Finding? Missed(CellEvidence evidence) =>
        evidence.Cell.Scenario is { RatePerS: { } rate } scenario
        && evidence.Ok.Average(r => r.Unbroken!.AchievedRate) is < MinShareOfRate and var achieved
            ? Invalid(
                "{achieved} of {rate} was achieved: another load was measured; lower the rate, or raise in_flight "
                    + "above {slots} where the server keeps up",
                Share("achieved", achieved),
                new Quantity("rate", rate, perS => Units.FormatRate((long)perS)),
                Count("slots", scenario.InFlight)
            )
            : null;

    private Finding? Late(CellEvidence evidence)
    {
        var windows = evidence
            .Ok.Select(r => r.Unbroken!)
            .Where(s => s[HistogramKind.SendLateness] is not null)
            .ToList();
        if (
            Tail(windows, s => s[HistogramKind.SendLateness]!) is not { } lateness
            || Tail(windows, s => s.Histogram) is not { } rtt
            || lateness <= MaxLatenessOfRtt * rtt
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

internal sealed class SnapshotsDue()
    : CellCheck(
        "snapshots",
        "How many snapshots arrived. Lost ones, or one in twenty over a tick late, are a warning; below 99 % of the "
            + "tick rate the cell is invalid.",
        "Lower snapshot_rate or connections, or give the server more cores (pin.server)."
    )
{
    /// <summary>How many snapshots of each window and connection may be missing at its edges: a window cuts two ticks,
    /// and a first input has to come before.</summary>
    private const int TicksCutByWindow = 2;
    private const double MinShareOfRate = 0.99,
        MaxLateShare = 0.05;
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
        var keepsUp = due >= MinShareOfRate * expected - (double)TicksCutByWindow * scenario.Connections * told.Count;
        var late = LateShare(told, rateHz);
        var isBehind = late > MaxLateShare;
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

/// <summary>Finds cells whose ended connections may use up the local ports: an ended connection keeps its port, towards
/// its server, for a minute (TIME_WAIT). The kernel counts such connections of the whole machine.</summary>
internal sealed class LocalPortsHeld()
    : CellCheck(
        "local-ports",
        "Ended connections hold local ports, which may run out within a minute.",
        "Set net.ipv4.tcp_tw_reuse=1, or widen net.ipv4.ip_local_port_range."
    )
{
    private const int TimeWaitS = 60;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        var ends = evidence.Ok.Select(r => r.Unbroken!).Where(s => s.LocalPorts is { Reuse: <= 0 }).ToList();
        if (!evidence.Cell.Scenario.Load.ConnectsForEach || ends.Count == 0)
            return null;
        var ports = ends[0].LocalPorts!.Ports;
        var lastsS = ports / ends.Average(s => s.ThroughputPerS);
        return lastsS < TimeWaitS
            ? Warning(
                "up to {waiting} ended connections were in TIME_WAIT after a window, and there are {ports} local ports "
                    + $"to a server: at this rate all are gone after {{lasts}}, and come back after {TimeWaitS} s; "
                    + "set net.ipv4.tcp_tw_reuse=1, or widen net.ipv4.ip_local_port_range",
                Count("waiting", ends.Max(s => s.LocalPorts!.TimeWait)),
                Count("ports", ports),
                new Quantity("lasts", lastsS, NumberText.Elapsed)
            )
            : null;
    }
}
