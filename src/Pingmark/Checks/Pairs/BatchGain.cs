using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Schema;

namespace Pingmark.Checks.Pairs;

/// <summary>Tells what batches gain in rate and cost in round trips: compares the smallest with the one that has the
/// highest rate.</summary>
internal sealed class BatchGain()
    : PairCheck(
        "batch",
        "Tells what the batches of the highest rate gain over the smallest, and what a round trip then takes.",
        "Choose the batch by which of the two matters."
    )
{
    public override IEnumerable<Finding> Judge(IReadOnlyList<CellSummary> cells) =>
        from batches in PairChecks.DifferingIn(
            cells.Where(c =>
                !c.Scenario.Load.IsOneWay
                && c.Scenario[BatchLoad.Messages] is not null
                && Metric.Throughput.EstimateOf(c) is not null
                && Metric.Mean.EstimateOf(c) is not null
            ),
            s => s.With(BatchLoad.Messages, null) with { InFlight = 0 }
        )
        let smallest = batches.MinBy(cell => cell.Scenario[BatchLoad.Messages])
        let fastest = batches.MaxBy(cell => Metric.Throughput.EstimateOf(cell)!.Value)
        where smallest != fastest
        select Gain(smallest, fastest);

    private Finding Gain(CellSummary smallest, CellSummary fastest) =>
        Note(
            "{label}, {bytes} B on {connections} "
                + (smallest.Scenario.Connections == 1 ? "connection" : "connections")
                + ": batches of {large} take {time} each, of {small} {smallTime}: {rates}, and a message's round trip "
                + "is {roundTrips}",
            Named("label", smallest.Label),
            Count("bytes", smallest.Scenario.MessageBytes),
            Count("connections", smallest.Scenario.Connections),
            Count("large", fastest.Scenario[BatchLoad.Messages]!.Value),
            Count("small", smallest.Scenario[BatchLoad.Messages]!.Value),
            Took("time", fastest),
            Took("smallTime", smallest),
            Named("rates", Quotient.Times(Metric.Throughput, fastest, smallest, "the rate")),
            Named("roundTrips", Quotient.Times(Metric.Mean, fastest, smallest, "as long"))
        );

    /// <summary>The time that a batch took. Each is sent with the last answer of the one before, so that they follow
    /// each other without a gap.</summary>
    private static Quantity Took(string name, CellSummary cell) =>
        new(name, 1e9 * cell.Scenario.TotalInFlight / Metric.Throughput.EstimateOf(cell)!.Value, Metric.Mean.Format);
}
