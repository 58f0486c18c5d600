using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells that did not achieve the rate that was asked for: what was measured is another load. Where
/// messages left late, a round trip counts from the intended time, so that much of it is the client's own.</summary>
internal sealed class TargetRate()
    : CellCheck(
        "target-rate-missed",
        "Less than 99 % of the rate that was asked for was achieved: what was measured is another load. Or the client "
            + "sent so late that this is more than half of the p99 round trip (a warning).",
        "Lower the rate, raise in_flight where the bound of outstanding messages is too small, or compare with another "
            + "client (client: reference)."
    )
{
    private const double Enough = 0.99,
        Dominates = 0.5;

    protected override Finding? FindOne(CellEvidence evidence) => Missed(evidence) ?? Late(evidence);

    private Finding? Missed(CellEvidence evidence) =>
        evidence.Cell.Scenario is { RatePerS: { } rate } scenario
        && evidence.Ok.Average(r => r.Unbroken!.AchievedRate) is < Enough and var achieved
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
