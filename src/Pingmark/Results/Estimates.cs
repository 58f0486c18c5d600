using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;
using Pingmark.Tails;

namespace Pingmark.Results;

/// <summary>Fills in a cell's total counts and the estimate of every metric.</summary>
internal static class Estimates
{
    public static CellSummary Fill(CellSummary summary, CellEvidence evidence)
    {
        var all = evidence.All().ToList();
        var laps = Laps(evidence.PrimaryByRound().SelectMany(round => round));
        var totals = summary with
        {
            Rounds = evidence.PrimaryByRound().Count,
            Messages = all.Sum(s => s.Received),
            MeasuredS = all.Sum(s => s.DurationNs) / 1e9,
            LapStddevMs = laps.Count < 2 ? null : ConfidenceInterval.StandardDeviation(laps),
            Laps = laps.Count == 0 ? null : laps.Count,
            Counts = ClientCounts
                .CombineCounts(all, areWindows: true)
                .RemoveRange(Counter.All.Where(counter => counter.AppliesTo?.Invoke(summary.Scenario) == false)),
            EffectiveOptions = evidence.Ok[0].EffectiveOptions,
            Versions = evidence.Ok[0].Versions,
            Tail = TailOfCell.Sum(evidence.Ok),
            Cpu = CpuAccount.FromWindows(evidence.Ok.Where(trial => !trial.OnTwoMachines).Select(r => r.Unbroken!)),
        };
        return Metric.All.Aggregate(totals, (filled, metric) => Fill(filled, metric, evidence));
    }

    /// <summary>The figure of a metric, or why there is none.</summary>
    public static (Estimate? Estimate, Sentence? Withheld) Compute(Metric metric, CellEvidence evidence) =>
        evidence.SlicesOf(metric.Estimation) is { } slices
            ? (
                InUnit(metric.Factor(evidence.Cell.Scenario), LogarithmEstimates.EstimateRates(slices)?.Estimate()),
                null
            )
        : metric.Estimation is Estimation.Quantile quantile ? Percentiles.Compute(quantile, evidence)
        : (InUnit(metric.Factor(evidence.Cell.Scenario), Compute(metric.Estimation, evidence)), null);

    private static CellSummary Fill(CellSummary summary, Metric metric, CellEvidence evidence)
    {
        var (estimate, withheld) = Compute(metric, evidence);
        var filled = metric.Put(summary, estimate);
        return withheld is null
            ? filled
            : filled with
            {
                Withheld = [.. filled.Withheld, new(metric.Key, withheld.Text) { Sentence = withheld }],
            };
    }

    private static Estimate? InUnit(double? unit, Estimate? it) =>
        it is null || unit is null ? null : new(it.Value * unit.Value, it.CiLow * unit, it.CiHigh * unit);

    private static Estimate? Compute(Estimation estimation, CellEvidence evidence) =>
        estimation switch
        {
            Estimation.PerWindow { NeedsContinuousWindow: true } perWindow => OverRounds(
                evidence.ContinuousWindowsByRound(),
                perWindow.Value
            ),
            Estimation.PerWindow perWindow => OverRounds(evidence.PrimaryByRound(), perWindow.Value),
            Estimation.LongestRoundTrip => new(
                evidence.ContinuousWindowsByRound().SelectMany(round => round).Max(s => s.RttMaxNs),
                null,
                null
            ),
            Estimation.MeanLap => MeanLap(evidence),
            _ => throw new ArgumentException($"nobody knows how to make {estimation}", nameof(estimation)),
        };

    private static List<double> Laps(IEnumerable<CountedWindow> windows) =>
        windows.SelectMany(s => s.LapsNs).Select(ns => ns / 1e6).ToList();

    /// <summary>The mean and interval over rounds of the geometric mean over each round's blocks.</summary>
    private static Estimate? OverRounds(
        IReadOnlyList<IReadOnlyList<CountedWindow>> rounds,
        Func<CountedWindow, double?> metric
    )
    {
        var values = rounds
            .Select(round => round.Select(metric).OfType<double>().ToList())
            .Where(v => v.Count > 0)
            .Select(v => ConfidenceInterval.OfGeometricMean(v)!.Value)
            .ToList();
        return ConfidenceInterval.OfGeometricMean(values);
    }

    /// <summary>The mean of all laps, with the interval of the rounds' means.</summary>
    private static Estimate? MeanLap(CellEvidence evidence)
    {
        var laps = Laps(evidence.PrimaryByRound().SelectMany(round => round));
        if (laps.Count == 0)
            return null;
        var rounds = evidence
            .PrimaryByRound()
            .Select(round => Laps(round))
            .Where(l => l.Count > 0)
            .Select(l => l.Average())
            .ToList();
        var interval = ConfidenceInterval.OfMean(rounds);
        var shift = laps.Average() - (interval?.Value ?? 0);
        return new(laps.Average(), interval?.CiLow + shift, interval?.CiHigh + shift);
    }
}
