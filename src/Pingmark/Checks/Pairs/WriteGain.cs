using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Schema;

namespace Pingmark.Checks.Pairs;

/// <summary>Tells what it brings to send several one-way messages by one call: compares the fewest with those that have
/// the highest rate.</summary>
internal sealed class WriteGain()
    : PairCheck(
        "stream",
        "Tells what it brings to put several messages that go one way into a call.",
        "Choose as many as the latency of the first allows."
    )
{
    public override IEnumerable<Finding> Judge(IReadOnlyList<CellSummary> cells) =>
        from streams in PairChecks.DifferingIn(
            cells.Where(c => c.Scenario.Load.IsOneWay && Metric.Throughput.EstimateOf(c) is not null),
            s => s.With(BatchLoad.Messages, null)
        )
        let fewest = streams.MinBy(Messages)
        let fastest = streams.MaxBy(cell => Metric.Throughput.EstimateOf(cell)!.Value)
        where Messages(fewest) != Messages(fastest)
        select Note(
            "{label}, {bytes} B one way on {connections} "
                + (fewest.Scenario.Connections == 1 ? "connection" : "connections")
                + ": {fastRate} messages with {many} by one call, {slowRate} with {few}: {times}",
            Named("label", fewest.Label),
            Count("bytes", fewest.Scenario.MessageBytes),
            Count("connections", fewest.Scenario.Connections),
            Named("fastRate", Metric.Throughput.Text(fastest)),
            Count("many", Messages(fastest)),
            Named("slowRate", Metric.Throughput.Text(fewest)),
            Count("few", Messages(fewest)),
            Named("times", Quotient.Times(Metric.Throughput, fastest, fewest, "the rate"))
        );

    private static int Messages(CellSummary cell) => cell.Scenario[BatchLoad.Messages] ?? 1;
}
