using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Comparing;

/// <summary>The ratios of two runs' figures, without the drift between the runs, and their verdicts, which are
/// corrected for all cells of one metric together. A gate judges each scenario's headline metric alone.</summary>
internal sealed record ComparedFigures(
    IReadOnlyList<IReadOnlyList<ComparedFigure>> OfCells,
    IReadOnlyList<ScenarioDrift> Drifts,
    IReadOnlyList<SmallestChanges> SmallestChanges
)
{
    private static readonly Metric P99 = Metric.Find("rtt_p99_ns")!;
    private static readonly IReadOnlyList<Metric> Metrics = [Metric.Throughput, Metric.P50, P99];

    /// <summary>The fewest rounds of both runs for a verdict on a tail: an accident of the machine may be in the tails
    /// of two.</summary>
    public const int FewestRoundsOfTails = 3;

    private sealed record Found(PairedCell Cell, Metric Metric, BetweenRunsEstimate Estimate);

    public static ComparedFigures Build(IReadOnlyList<PairedCell> cells, double? failOnRegression)
    {
        var found = Metrics
            .SelectMany(metric => Find(metric, cells.Where(cell => Has(cell, metric)).ToList()))
            .ToList();
        var judged = found.Where(IsJudged).GroupBy(f => f.Metric).ToList();
        var verdicts = judged
            .SelectMany(metric => metric.Zip(BetweenRuns.Judge(Estimates(metric), metric.Key.HigherIsFaster)))
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
                .ToList(),
            judged.Select(metric => Smallest(metric, failOnRegression)).OfType<SmallestChanges>().ToList()
        );
    }

    private static bool IsJudged(Found found) =>
        !found.Cell.IsReference && (found.Metric != P99 || found.Estimate.Beyond.Rounds >= FewestRoundsOfTails);

    private static List<BetweenRunsEstimate> Estimates(IEnumerable<Found> found) =>
        found.Select(f => f.Estimate).ToList();

    /// <summary>How small a change of one cell is found; null where no cell can be judged.</summary>
    private static SmallestChanges? Smallest(IGrouping<Metric, Found> metric, double? failOnRegression)
    {
        var isOfGate = metric.Any(f => IsHeadline(f));
        var changes = BetweenRuns
            .SmallestChanges(Estimates(metric), isOfGate ? failOnRegression ?? 0 : 0)
            .Order()
            .ToList();
        return changes.Count == 0 ? null : new(metric.Key.Key, changes[changes.Count / 2], changes[^1]);
    }

    private static bool IsHeadline(Found found) => found.Metric.Key == found.Cell.Pair.Run.Scenario.HeadlineMetric;

    /// <summary>Whether the metric can be compared: a requested rate is no result, and a tail needs an
    /// interval.</summary>
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
        ComparisonVerdict? verdict = found.Cell.IsReference
            ? null
            : verdicts.GetValueOrDefault(found, ComparisonVerdict.Undecided);
        return new(
            found.Metric.Key,
            found.Metric.EstimateOf(found.Cell.Baseline.Summary)!,
            found.Metric.EstimateOf(found.Cell.Run.Summary)!,
            ratio,
            verdict,
            IsHeadline(found) && verdict == ComparisonVerdict.Slower && worse > 1 + failOnRegression,
            IsJudged(found)
        );
    }
}
