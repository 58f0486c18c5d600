using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>
/// Values of the passes of a trial, one each, whose mean is a figure of all slices together, and whose scatter tells
/// how far it may be off. A figure that is no mean of slices is linearized: the value of a slice is the figure, moved
/// by what the slice contributes to it (W. G. Cochran, <em>Sampling Techniques</em>, 1977, 6.5, for quotients; for
/// percentiles R. S. Woodruff, <em>Confidence intervals for medians and other position measures</em>, JASA 47, 1952,
/// and R. R. Bahadur, <em>A note on quantiles in large samples</em>, Ann. Math. Statist. 37, 1966). Each function
/// returns null where the trial does not tell the values.
/// </summary>
internal static class SliceValues
{
    /// <summary>The most distance, in shares, between percentiles that give the slope of round trips.</summary>
    private const double WidestStep = 0.1;

    /// <summary>The rates. A slice without an answer would have no logarithm, so it counts as half an answer.</summary>
    public static IReadOnlyList<double> Rates(TrialRecord trial)
    {
        var least = trial.Slices is { DurationNs: > 0 } slices
            ? 0.5e9 * trial.SliceRatesPerS.Count / slices.DurationNs
            : 0.5;
        return trial.AveragePerPass(trial.SliceRatesPerS).Select(rate => Math.Max(least, rate)).ToList();
    }

    public static IReadOnlyList<double>? MeanRoundTrips(TrialRecord trial) =>
        trial.Parts is { } parts ? Quotients(trial, parts.RttSumNs, parts.RoundTrips) : null;

    /// <summary>CPU time of a message.</summary>
    public static IReadOnlyList<double>? Costs(TrialRecord trial, Func<SliceParts, IReadOnlyList<SideCost>> side) =>
        trial.Parts is { } parts && side(parts) is { Count: > 0 } costs
            ? Quotients(trial, [.. costs.Select(cost => cost.CpuNs)], [.. costs.Select(cost => cost.Messages)])
            : null;

    /// <summary>A percentile of the round trips of all slices.</summary>
    public static IReadOnlyList<double>? Percentiles(TrialRecord trial, double share)
    {
        if (
            trial is not { Parts: { } parts, Slices: { } slices }
            || !parts.UpToPercentile.TryGetValue(SliceParts.Key(share), out var upTo)
        )
            return null;
        var all = Histogram.FromSparse(slices.Histogram);
        var step = Math.Min(WidestStep, Math.Min(share, 1 - share) / 2);
        var around = all.PercentilesNs([share - step, share, share + step]).ToList();
        // Round trips of no time, of a clock that stood still, have no logarithm.
        if (around[0] <= 0)
            return null;
        // The difference of the logarithms of round trips by the difference of shares.
        var growth = Math.Log(around[2] / around[0]) / (2 * step);
        var (mean, within) = (parts.RoundTrips.Average(), upTo.Sum() / (double)parts.RoundTrips.Sum());
        return trial.AveragePerPass([
            .. upTo.Zip(parts.RoundTrips, (fast, count) => around[1] * (1 + growth * (within * count - fast) / mean)),
        ]);
    }

    private static IReadOnlyList<double>? Quotients(
        TrialRecord trial,
        IReadOnlyList<long> numerators,
        IReadOnlyList<long> denominators
    )
    {
        if (numerators.Sum() == 0 || denominators.Sum() == 0)
            return null;
        var (quotient, mean) = ((double)numerators.Sum() / denominators.Sum(), denominators.Average());
        return trial.AveragePerPass([
            .. numerators.Zip(denominators, (over, under) => quotient + (over - quotient * under) / mean),
        ]);
    }
}
