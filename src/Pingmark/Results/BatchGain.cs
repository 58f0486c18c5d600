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
                c.Scenario is { Test: TestKinds.Batch, Batch: not null }
                && Metric.Throughput.Of(c) is not null
                && Metric.Mean.Of(c) is not null
            ),
            s => s with { Batch = null, InFlight = 0 }
        )
        let smallest = batches.MinBy(cell => cell.Scenario.Batch)
        let fastest = batches.MaxBy(cell => Metric.Throughput.Of(cell)!.Value)
        where smallest != fastest
        select new Observation("batch", Told(smallest, fastest));

    private static string Told(CellSummary smallest, CellSummary fastest) =>
        $"{smallest.Label}, {smallest.Scenario.MessageBytes} B on {smallest.Scenario.Connections} "
        + $"{(smallest.Scenario.Connections == 1 ? "connection" : "connections")}: batches of {fastest.Scenario.Batch} "
        + $"take {Took(fastest)} each, of {smallest.Scenario.Batch} {Took(smallest)}: "
        + $"{Quotient.Times(Metric.Throughput.Of(fastest)!, Metric.Throughput.Of(smallest)!, "the rate")}, and "
        + $"a message's round trip is {Quotient.Times(Metric.Mean.Of(fastest)!, Metric.Mean.Of(smallest)!, "as long")}";

    /// <summary>A batch goes with the last answer of the one before, so that they follow each other without a
    /// gap.</summary>
    private static string Took(CellSummary cell) =>
        Metric.Mean.Format(1e9 * cell.Scenario.TotalInFlight / Metric.Throughput.Of(cell)!.Value);
}
