using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Comparing;

/// <summary>The ratios of two runs' figures, without the drift between the runs, and their verdicts, which are
/// corrected for all cells of one metric together. A gate judges each scenario's headline metric alone.</summary>
internal sealed record ComparedFigures(
    IReadOnlyList<IReadOnlyList<ComparedFigure>> OfCells,
    IReadOnlyList<ScenarioDrift> Drifts
)
{
    private static readonly Metric P99 = Metric.Find("rtt_p99_ns")!;
    private static readonly IReadOnlyList<Metric> Metrics = [Metric.Throughput, Metric.P50, P99];

    private sealed record Found(PairedCell Cell, Metric Metric, BetweenRunsEstimate Estimate);

    public static ComparedFigures Build(IReadOnlyList<PairedCell> cells, double? failOnRegression)
    {
        var found = Metrics
            .SelectMany(metric => Find(metric, cells.Where(cell => Has(cell, metric)).ToList()))
            .ToList();
        var verdicts = found
            .Where(f => !f.Cell.IsReference)
            .GroupBy(f => f.Metric)
            .SelectMany(metric =>
                metric.Zip(BetweenRuns.Judge(metric.Select(f => f.Estimate).ToList(), metric.Key.HigherIsFaster))
            )
            .ToDictionary(pair => pair.First, pair => pair.Second);
        var ofCell = found.ToLookup(f => f.Cell.Pair.Baseline.Id, f => Figure(f, verdicts, failOnRegression));
        return new(
            cells.Select(cell => (IReadOnlyList<ComparedFigure>)ofCell[cell.Pair.Baseline.Id].ToList()).ToList(),
            found
                .GroupBy(f => (f.Cell.Pair.Baseline.Scenario, f.Metric))
                .Select(group => (group.Key, group.First().Estimate.Drift))
                .Select(group => new ScenarioDrift(
                    group.Key.Scenario,
                    group.Key.Metric.Key,
                    group.Drift.Estimate,
                    group.Drift.Cells,
                    group.Drift.IsTooFar
                ))
                .ToList()
        );
    }

    /// <summary>Whether the metric can be compared: a rate that was asked for is not a result, and a tail without an
    /// interval tells nothing.</summary>
    private static bool Has(PairedCell cell, Metric metric) =>
        cell.HasFigures
        && metric.EstimateOf(cell.Baseline.Summary) is { } baseline
        && metric.EstimateOf(cell.Run.Summary) is { } run
        && (metric != Metric.Throughput || cell.Pair.Run.Scenario.RatePerS is null)
        && (metric != P99 || baseline.CiLow is not null && run.CiLow is not null);

    private static IEnumerable<Found> Find(Metric metric, IReadOnlyList<PairedCell> cells)
    {
        var scenarios = cells
            .Select(cell => cell.Pair.Baseline.Scenario)
            .Distinct()
            .Index()
            .ToDictionary(scenario => scenario.Item, scenario => scenario.Index);
        return cells
            .Zip(
                BetweenRuns.Estimate(
                    cells
                        .Select(cell =>
                        {
                            // What came from slices in one run and from whole trials in the other is of two regimes.
                            var (baseline, run) = (cell.Baseline.Evidence, cell.Run.Evidence);
                            var sliced = baseline.TellsSlices(metric.Estimation) && run.TellsSlices(metric.Estimation);
                            return new PairedRounds(
                                baseline.LogsByRound(metric, sliced),
                                run.LogsByRound(metric, sliced),
                                scenarios[cell.Pair.Baseline.Scenario],
                                cell.IsReference
                            );
                        })
                        .ToList()
                )
            )
            .Where(pair => pair.Second is not null)
            .Select(pair => new Found(pair.First, metric, pair.Second!));
    }

    private static ComparedFigure Figure(
        Found found,
        Dictionary<Found, ComparisonVerdict> verdicts,
        double? failOnRegression
    )
    {
        var ratio = found.Estimate.Beyond.Estimate();
        var worse = found.Metric.HigherIsFaster ? 1 / ratio.Value : ratio.Value;
        ComparisonVerdict? verdict = verdicts.TryGetValue(found, out var known) ? known : null;
        return new(
            found.Metric.Key,
            found.Metric.EstimateOf(found.Cell.Baseline.Summary)!,
            found.Metric.EstimateOf(found.Cell.Run.Summary)!,
            ratio,
            verdict,
            found.Metric.Key == found.Cell.Pair.Run.Scenario.HeadlineMetric
                && verdict == ComparisonVerdict.Slower
                && worse > 1 + failOnRegression
        );
    }
}
