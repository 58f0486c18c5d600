using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Results;

/// <summary>How much longer round trips are with Nagle's algorithm than without, for cells that differ in nothing
/// else.</summary>
internal static class NagleEffect
{
    public static IEnumerable<Observation> Of(IReadOnlyList<CellSummary> cells) =>
        from pair in Observations.DifferingIn(cells, s => s with { Socket = s.Socket with { NoDelay = null } })
        let with = RoundTrip(pair, noDelay: false)
        let without = RoundTrip(pair, noDelay: true)
        where with is not null && without is not null
        select new Observation(
            "nagle",
            $"{pair[0].Label}, {pair[0].Scenario.Test} of {pair[0].Scenario.MessageBytes} B: with Nagle's algorithm a "
                + $"round trip takes {Metric.P50.Format(with.Value)}, without it {Metric.P50.Format(without.Value)}: "
                + $"{Quotient.Times(with, without, "as long")}"
        );

    private static Estimate? RoundTrip(IEnumerable<CellSummary> cells, bool noDelay) =>
        cells
            .Where(cell => cell.Scenario.Socket.NoDelay == noDelay)
            .Select(cell => Metric.P50.Of(cell) ?? Metric.Mean.Of(cell))
            .FirstOrDefault();
}
