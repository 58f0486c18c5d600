using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Results;

/// <summary>What it brings to put several messages that go one way into a call: the fewest beside those with the
/// highest rate.</summary>
internal static class WriteGain
{
    public static IEnumerable<Observation> Of(IReadOnlyList<CellSummary> cells) =>
        from streams in Observations.DifferingIn(
            cells.Where(c => c.Scenario.IsOneWay && Metric.Throughput.Of(c) is not null),
            s => s with { Batch = null }
        )
        let fewest = streams.MinBy(Messages)
        let fastest = streams.MaxBy(cell => Metric.Throughput.Of(cell)!.Value)
        where Messages(fewest) != Messages(fastest)
        select new Observation(
            "stream",
            $"{fewest.Label}, {fewest.Scenario.MessageBytes} B one way on {fewest.Scenario.Connections} "
                + $"{(fewest.Scenario.Connections == 1 ? "connection" : "connections")}: "
                + $"{Metric.Throughput.Text(fastest)} messages with {Messages(fastest)} by one call, "
                + $"{Metric.Throughput.Text(fewest)} with {Messages(fewest)}: "
                + Quotient.Times(Metric.Throughput.Of(fastest)!, Metric.Throughput.Of(fewest)!, "the rate")
        );

    private static int Messages(CellSummary cell) => cell.Scenario.Batch ?? 1;
}
