using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Pairs;

/// <summary>Tells what it costs that a library makes and parses messages, in place of copying and comparing as many
/// bytes.</summary>
internal sealed class PayloadCost()
    : PairCheck(
        "payload",
        "Tells how much longer a message takes, and how much more memory, that a library makes and parses.",
        "Choose the library by whether that matters beside the network."
    )
{
    private static readonly Metric Allocated = Metric.Find("client_allocated_bytes_per_msg")!;

    public override IEnumerable<Finding> Judge(IReadOnlyList<CellSummary> cells) =>
        from payloads in PairChecks.DifferingIn(
            // At a rate the messages take as long, whatever they carry.
            cells.Where(c => c.Scenario.RatePerS is null && Metric.Throughput.EstimateOf(c) is not null),
            s => s with { Payload = "" }
        )
        let copied = payloads.FirstOrDefault(cell => cell.Scenario.Payload == Payloads.Random)
        where copied is not null
        from made in payloads
        where !Payloads.Blocks.Contains(made.Scenario.Payload)
        select Cost(made, copied);

    private Finding Cost(CellSummary made, CellSummary copied) =>
        Note(
            "{label}, {bytes} B: a message of {payload} takes {time}, one that is copied {copyTime}: {more} "
                + "more{interval}{memory}",
            Named("label", made.Label),
            Count("bytes", made.Scenario.MessageBytes),
            Named("payload", made.Scenario.Payload),
            Duration("time", TimeOf(made).Value),
            Duration("copyTime", TimeOf(copied).Value),
            new Quantity("more", TimeOf(made).Value - TimeOf(copied).Value, Signed),
            Named("interval", Interval(TimeOf(made), TimeOf(copied))),
            Named("memory", Memory(made, copied))
        );

    /// <summary>The time that a message takes of a loop, in ns.</summary>
    private static Estimate TimeOf(CellSummary cell)
    {
        var rate = Metric.Throughput.EstimateOf(cell)!;
        return new(1e9 / rate.Value, 1e9 / rate.CiHigh, 1e9 / rate.CiLow);
    }

    /// <summary>The two times are independent, so that their half-widths add up as squares.</summary>
    private static string Interval(Estimate made, Estimate copied)
    {
        if (HalfWidth(made) is not { } ofMade || HalfWidth(copied) is not { } ofCopied)
            return "";
        var (more, half) = (made.Value - copied.Value, Math.Sqrt(ofMade * ofMade + ofCopied * ofCopied));
        return $" ({Signed(more - half)} to {Signed(more + half)})";
    }

    private static double? HalfWidth(Estimate it) => (it.CiHigh - it.CiLow) / 2;

    private static string Memory(CellSummary made, CellSummary copied) =>
        Allocated.EstimateOf(made) is { } ofMade && Allocated.EstimateOf(copied) is { } ofCopied
            ? $", and {Allocated.Format(Math.Max(0, ofMade.Value - ofCopied.Value))} allocated"
            : "";

    private static string Signed(double ns) => ns < 0 ? $"-{Metric.Mean.Format(-ns)}" : Metric.Mean.Format(ns);
}
