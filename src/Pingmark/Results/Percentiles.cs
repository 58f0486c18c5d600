using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Results;

/// <summary>Computes a cell's percentiles from continuous windows, or says why one is withheld.</summary>
internal static class Percentiles
{
    /// <summary>The quantile beyond which values must come from several pauses.</summary>
    private const double RareBeyond = 0.99;

    public static (Estimate? Estimate, Sentence? Withheld) Compute(Estimation.Quantile quantile, CellEvidence evidence)
    {
        var rounds = evidence.ContinuousWindowsByRound().Select(round => Counts(round, quantile.Counts)).ToList();
        var histograms = rounds.Select(round => round.Counts).ToList();
        var merged = Histogram.Merged(histograms);
        if (merged.Count == 0)
            return (null, null);
        var value = merged.PercentileNs(quantile.Q);
        return FindWithholdingReason(quantile.Q, value, merged, rounds, evidence.Cell.Scenario) is { } reason
            ? (null, reason)
            : (PercentileInterval.Estimate(value, quantile.Q, histograms), null);
    }

    /// <summary>Why a percentile is withheld; null where enough values are behind it.</summary>
    public static Sentence? FindWithholdingReason(
        double q,
        double value,
        Histogram merged,
        IReadOnlyList<(Histogram Counts, long MaxNs)> rounds,
        Scenario scenario
    ) =>
        merged.SupportedPercentileNs(q) is null
            ? new("fewer than 10 of {values} values lie beyond it", Quantity.Count("values", merged.Count))
        : q > RareBeyond ? Episodes.TooFew(value, rounds, scenario)
        : null;

    /// <summary>The merged counts of one round's windows, with their longest round trip.</summary>
    public static (Histogram Counts, long MaxNs) Counts(
        IReadOnlyList<CountedWindow> round,
        Func<CountedWindow, long[]?> counts
    ) => (Merged(round.Select(counts)), round.Max(s => s.RttMaxNs));

    private static Histogram Merged(IEnumerable<long[]?> counts) =>
        Histogram.Merged(counts.OfType<long[]>().Select(Histogram.FromSparse));
}
