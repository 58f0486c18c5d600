using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Results;

/// <summary>A cell's figures with their intervals over rounds.</summary>
internal static class Figures
{
    public static CellSummary Fill(CellSummary summary, CellEvidence evidence)
    {
        var (primary, unbroken) = (evidence.PrimaryByRound(), evidence.UnbrokenByRound());
        var all = evidence.All().ToList();
        var laps = evidence
            .Ok.SelectMany(r => new[] { r.Slices, r.Unbroken })
            .OfType<Stretch>()
            .SelectMany(s => s.LapsNs)
            .Select(ns => ns / 1e6)
            .ToList();
        Estimate? Rate(Func<Stretch, double?> metric) => OverRounds(primary, metric);
        return summary with
        {
            Rounds = primary.Count,
            Messages = all.Sum(s => s.Received),
            MeasuredS = all.Sum(s => s.DurationNs) / 1e9,
            ThroughputPerS = Rate(Metrics.ThroughputPerS),
            RttMeanNs = Rate(Metrics.RttMeanNs),
            RttP50Ns = Percentile(primary, 0.5),
            RttP90Ns = Percentile(primary, 0.9),
            RttP99Ns = Percentile(unbroken, 0.99),
            RttP999Ns = Percentile(unbroken, 0.999),
            RttMaxNs = new(unbroken.SelectMany(r => r).Max(s => s.RttMaxNs), null, null),
            LapMeanMs = laps.Count == 0 ? null : LapMean(evidence, laps),
            LapStddevMs = laps.Count < 2 ? null : ConfidenceInterval.StandardDeviation(laps),
            Laps = laps.Count == 0 ? null : laps.Count,
            ServerCpuNsPerMsg = Rate(Metrics.ServerCpuNsPerMsg),
            ClientCpuNsPerMsg = Rate(Metrics.ClientCpuNsPerMsg),
            ServerContextSwitchesPerMsg = Rate(Metrics.ServerContextSwitchesPerMsg),
            ClientContextSwitchesPerMsg = Rate(Metrics.ClientContextSwitchesPerMsg),
            ServerAllocatedBytesPerMsg = Rate(Metrics.ServerAllocatedBytesPerMsg),
            ClientAllocatedBytesPerMsg = Rate(Metrics.ClientAllocatedBytesPerMsg),
            Sent = all.Sum(s => s.Sent),
            Received = all.Sum(s => s.Received),
            Lost = all.Sum(s => s.Lost),
            Late = all.Sum(s => s.Late),
            Duplicated = all.Sum(s => s.Duplicated),
            Reordered = all.Sum(s => s.Reordered),
            Corrupt = all.Sum(s => s.Corrupt),
            SilentConnections = all.Max(s => s.SilentConnections),
            EffectiveOptions = evidence.Ok[0].EffectiveOptions,
            Versions = evidence.Ok[0].Versions,
        };
    }

    /// <summary>One value a round (the mean over the round's blocks), then the interval over rounds.</summary>
    private static Estimate? OverRounds(IReadOnlyList<IReadOnlyList<Stretch>> rounds, Func<Stretch, double?> metric)
    {
        var values = rounds
            .Select(round => round.Select(metric).OfType<double>().ToList())
            .Where(v => v.Count > 0)
            .Select(v => v.Average())
            .ToList();
        return ConfidenceInterval.OfGeometricMean(values);
    }

    /// <summary>The mean of all laps; the interval comes from the rounds' means, since laps of one round share a
    /// process.</summary>
    private static Estimate LapMean(CellEvidence evidence, List<double> laps)
    {
        var rounds = evidence
            .PrimaryByRound()
            .Select(round => round.SelectMany(s => s.LapsNs).ToList())
            .Where(l => l.Count > 0)
            .Select(l => l.Average() / 1e6)
            .ToList();
        var interval = ConfidenceInterval.OfMean(rounds);
        var shift = laps.Average() - (interval?.Value ?? 0);
        return new(laps.Average(), interval?.CiLow + shift, interval?.CiHigh + shift);
    }

    /// <summary>
    /// The value comes from all rounds' counts merged, since averaging percentiles has no meaning; the interval's width
    /// from how the rounds' own
    /// percentiles scatter, and only where every round has samples enough for one.
    /// </summary>
    private static Estimate? Percentile(IReadOnlyList<IReadOnlyList<Stretch>> rounds, double q)
    {
        var histograms = rounds.Select(Merged).ToList();
        if (Metrics.PercentileNs(Merge(histograms), q) is not { } value)
            return null;
        var perRound = histograms.Select(h => Metrics.PercentileNs(h, q)).ToList();
        if (
            perRound.Any(v => v is null)
            || ConfidenceInterval.OfGeometricMean(perRound.Select(v => v!.Value).ToList()) is not { } scatter
        )
            return new(value, null, null);
        return new(value, scatter.CiLow / scatter.Value * value, scatter.CiHigh / scatter.Value * value);
    }

    private static Histogram Merged(IReadOnlyList<Stretch> stretches) =>
        Merge(stretches.Select(s => Histogram.FromSparse(s.Histogram)));

    private static Histogram Merge(IEnumerable<Histogram> parts)
    {
        var merged = new Histogram();
        foreach (var part in parts)
            merged.Add(part);
        return merged;
    }
}
