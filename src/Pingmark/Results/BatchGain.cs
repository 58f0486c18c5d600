using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Results;

/// <summary>What batches gain in rate, and what they cost in round trips: the smallest beside the one with the highest
/// rate.</summary>
internal static class BatchGain
{
    public static IEnumerable<Observation> Of(IReadOnlyList<CellSummary> cells) =>
        from batches in Observations.DifferingIn(
            cells.Where(c =>
                c
                    is {
                        Scenario: { Test: TestKinds.Batch, Batch: not null },
                        ThroughputPerS: not null,
                        RttMeanNs: not null
                    }
            ),
            s => s with { Batch = null, InFlight = 0 }
        )
        let smallest = batches.MinBy(cell => cell.Scenario.Batch)
        let fastest = batches.MaxBy(cell => cell.ThroughputPerS!.Value)
        where smallest != fastest
        select new Observation("batch", Told(smallest, fastest));

    private static string Told(CellSummary smallest, CellSummary fastest) =>
        $"{smallest.Label}, {smallest.Scenario.MessageBytes} B on {smallest.Scenario.Connections} "
        + $"{(smallest.Scenario.Connections == 1 ? "connection" : "connections")}: batches of {fastest.Scenario.Batch} "
        + $"take {Took(fastest)} each, of {smallest.Scenario.Batch} {Took(smallest)}: "
        + $"{Quotient.Times(fastest.ThroughputPerS!, smallest.ThroughputPerS!, "the rate")}, and a message's round "
        + $"trip is {Quotient.Times(fastest.RttMeanNs!, smallest.RttMeanNs!, "as long")}";

    /// <summary>A batch goes with the last answer of the one before, so that they follow each other without a
    /// gap.</summary>
    private static string Took(CellSummary cell) =>
        Metric.Mean.Format(1e9 * cell.Scenario.TotalInFlight / cell.ThroughputPerS!.Value);
}
