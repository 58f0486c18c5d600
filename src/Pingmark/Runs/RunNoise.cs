using MathNet.Numerics.Statistics;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Runs;

/// <summary>Computes the machine's noise from a run, for the plans of later runs: it is newer than that of
/// <c>doctor</c>, and from more processes.</summary>
internal static class RunNoise
{
    /// <summary>Fewer pairs of slices do not show the machine's noise.</summary>
    private const int MinSlicesForNoise = 40;

    /// <returns>The noise; null where too little was sliced, others had the cores, or the sides were on other
    /// machines.</returns>
    public static MachineNoise? Measure(RunInfo run, IReadOnlyList<TrialRecord> records)
    {
        var evidence = new RunEvidence(run.Cells, TrialChecks.Judge(run.Cells, records));
        var cells = run.Cells.Select(cell => evidence.ForCell(cell.Id)).ToList();
        var trials = cells.SelectMany(cell => cell.Ok).ToList();
        var pairs = evidence
            .Pairs()
            .Select(pair =>
                (
                    Ratios: evidence.Ratios(pair.A, pair.B, Metric.Throughput),
                    Averaging: (1 / MeanTurns(evidence.ForCell(pair.A.Id)) + 1 / MeanTurns(evidence.ForCell(pair.B.Id)))
                        / 2
                )
            )
            .Where(pair => pair.Ratios is { IsSliced: true, Count: >= RatioTest.FewestRounds })
            .ToList();
        var ratios = pairs.Select(pair => pair.Ratios).ToList();
        if (
            run.Sites.Count > 0
            || cells.Exists(cell => Disturbance.In(cell).IsNoisy)
            || ratios.Sum(one => one.Slices) < MinSlicesForNoise
            || OutsidersShare.OfCoreTime(trials) is not { } foreignShare
        )
            return null;
        var sliced = trials.Where(trial => trial.SliceRatesPerS.Count > 0).ToList();
        var noise = new MachineNoise
        {
            Stack = run.Cells[0].Stack,
            MeasuredAt = run.StartedAt,
            ForeignShare = Math.Max(0, foreignShare),
            Starts = ratios.Max(one => one.Count),
            SlicesPerStart = (int)ratios.Select(one => (double)one.Slices / one.Count).Median(),
            SliceNs = (long)
                sliced.Select(trial => (double)trial.Slices!.DurationNs / trial.SliceRatesPerS.Count).Median(),
            SliceSd = Math.Sqrt(pairs.Select(pair => pair.Ratios.WithinVariance / pair.Averaging).Median()),
            ProcessSd = Math.Sqrt(Math.Max(0, ratios.Average(VarianceBeyondSlices))),
            RateSd = Math.Sqrt(
                cells
                    .Select(cell => LogarithmsByRound.Alone(cell.LogsByRound(Metric.Throughput, fromSlices: true)))
                    .Where(one => one.Count >= RatioTest.FewestRounds)
                    .Average(one => one.Scatter)
            ),
        };
        var slicedNs = (long)sliced.Select(trial => (double)trial.Slices!.DurationNs).Median();
        var forecast = NoiseModel.FromNoise(noise).HalfWidth(noise.Starts, slicedNs, noise.SliceNs, ratios.Count);
        return noise with { Widening = Math.Log(1 + MedianHalfWidth(ratios)) / Math.Log(1 + forecast) };
    }

    /// <summary>The median relative half-width of a run's intervals: 0.05 is ± 5 %.</summary>
    private static double MedianHalfWidth(IReadOnlyList<LogarithmsByRound> ratios) =>
        LogarithmEstimates
            .EstimateRatios(ratios)
            .Select(estimate => estimate!.RelativeHalfWidth(ConfidenceInterval.Level))
            .Median();

    /// <summary>How many slices a cell has in a pass; a ratio is that of their means.</summary>
    private static double MeanTurns(CellEvidence cell) =>
        cell
            .Ok.Where(trial => trial.SliceRatesPerS.Count > 0)
            .Select(trial => (double)trial.SliceRatesPerS.Count / trial.AveragePerPass(trial.SliceRatesPerS).Count)
            .DefaultIfEmpty(1)
            .Average();

    /// <summary>The variance from start to start beyond what slices explain, which may be below 0 by chance.</summary>
    private static double VarianceBeyondSlices(LogarithmsByRound ratios) =>
        ratios.Scatter - ratios.WithinVariance * ratios.Rounds.Average(slices => 1.0 / slices.Count);
}
