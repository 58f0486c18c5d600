using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Statistics;
using Pingmark.Vocabulary;

namespace Pingmark.Results;

/// <summary>Percentiles of a cell, from the counts of its unbroken stretches, or why one is withheld.</summary>
internal static class Percentiles
{
    /// <summary>Beyond it, values are so rare that they have to be of several pauses to mean something.</summary>
    private const double RareBeyond = 0.99;

    public static (Estimate? Estimate, string? Withheld) Of(Estimation.Quantile quantile, CellEvidence evidence)
    {
        var rounds = evidence
            .UnbrokenByRound()
            .Select(round => (Counts: Merged(round.Select(quantile.Counts)), MaxNs: round.Max(s => s.RttMaxNs)))
            .ToList();
        var histograms = rounds.Select(round => round.Counts).ToList();
        var merged = Histogram.Merged(histograms);
        if (merged.Count == 0)
            return (null, null);
        if (merged.SupportedPercentileNs(quantile.Q) is not { } value)
            return (null, $"fewer than 10 of {merged.Count} values lie beyond it");
        if (quantile.Q > RareBeyond && Episodes.TooFew(value, rounds, evidence.Cell.Scenario) is { } reason)
            return (null, reason);
        return (PercentileInterval.Of(value, quantile.Q, histograms), null);
    }

    private static Histogram Merged(IEnumerable<long[]?> counts) =>
        Histogram.Merged(counts.OfType<long[]>().Select(Histogram.FromSparse));
}
