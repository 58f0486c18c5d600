using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Pairs;

/// <summary>Tells what several connections gain in rate and cost in round trips, in a sweep over their number: compares
/// the fewest with those that have the highest rate.</summary>
internal sealed class ConnectionGain()
    : PairCheck(
        "connections",
        "Tells what the connections of the highest rate gain over the fewest, and what a round trip then takes.",
        "Choose their number by which of the two matters."
    )
{
    /// <summary>The fewest numbers that are a sweep; two are scenarios of their own.</summary>
    private const int Sweep = 3;

    public override IEnumerable<Finding> Judge(IReadOnlyList<CellSummary> cells) =>
        from sweep in PairChecks.DifferingIn(
            cells.Where(c =>
                c.Scenario is { RatePerS: null, Load: { IsOneWay: false, ConnectsForEach: false } }
                && Metric.Throughput.EstimateOf(c) is not null
                && Metric.Mean.EstimateOf(c) is not null
            ),
            s => s with { Connections = 1 }
        )
        where sweep.Count >= Sweep
        let fewest = sweep.MinBy(cell => cell.Scenario.Connections)
        let fastest = sweep.MaxBy(cell => Metric.Throughput.EstimateOf(cell)!.Value)
        where fewest != fastest
        select Note(
            "{label}: {many} connections carry {rates} of {few}, and a round trip is {roundTrips}",
            Named("label", fewest.Label),
            Count("many", fastest.Scenario.Connections),
            Count("few", fewest.Scenario.Connections),
            Named("rates", Quotient.Times(Metric.Throughput, fastest, fewest, "the rate")),
            Named("roundTrips", Quotient.Times(Metric.Mean, fastest, fewest, "as long"))
        );
}
