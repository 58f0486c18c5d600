using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Checks.Pairs;

/// <summary>Tells how much longer round trips are with Nagle's algorithm than without, for cells that differ in nothing
/// else.</summary>
internal sealed class NagleEffect()
    : PairCheck(
        "nagle",
        "Tells how much longer round trips are with Nagle's algorithm than without.",
        "Set socket.no_delay=true where a message does not fill a packet."
    )
{
    /// <summary>The largest ratio that makes no difference to a reader.</summary>
    private const double NoDifference = RatioTest.NoDifference;

    public override IEnumerable<Finding> Judge(IReadOnlyList<CellSummary> cells) =>
        from pair in PairChecks.DifferingIn(cells, s => s with { Socket = s.Socket with { NoDelay = null } })
        let with = RoundTrip(pair, noDelay: false)
        let without = RoundTrip(pair, noDelay: true)
        where with is not null && without is not null
        select Note(
            "{label}, {test} of {bytes} B: with Nagle's algorithm a round trip takes {with}, without it {without}: "
                + "{times}{shows}",
            Named("label", pair[0].Label),
            Named("test", pair[0].Scenario.Test),
            Count("bytes", pair[0].Scenario.MessageBytes),
            new Quantity("with", with.Value, Metric.P50.Format),
            new Quantity("without", without.Value, Metric.P50.Format),
            Named("times", Quotient.Times(with, without, "as long")),
            Named("shows", Shows(Quotient.Of(with, without)))
        );

    /// <summary>Says so where the algorithm made no difference: it holds back what follows an unacknowledged message,
    /// and a message that goes by one call, and whose answer is awaited, follows none.</summary>
    private static string Shows(Estimate ratio) =>
        ratio is { CiLow: { } low, CiHigh: { } high } && Math.Max(low, 1 / NoDifference) <= Math.Min(high, NoDifference)
            ? "; nothing of the algorithm shows here"
            : "";

    private static Estimate? RoundTrip(IEnumerable<CellSummary> cells, bool noDelay) =>
        cells
            .Where(cell => cell.Scenario.Socket.NoDelay == noDelay)
            .Select(cell => Metric.P50.EstimateOf(cell) ?? Metric.Mean.EstimateOf(cell))
            .FirstOrDefault();
}
