using MathNet.Numerics.Distributions;
using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>The interval of a percentile of merged counts, from rounds: the bootstrap over rounds, expanded for few of
/// them (T. Hesterberg, The American Statistician 69, 2015: the expanded percentile interval). With still fewer rounds
/// it is Student's t on the logarithms of the rounds' own percentiles.</summary>
internal static class PercentileInterval
{
    /// <summary>The fewest rounds for the bootstrap: the extremes of five rounds cover the true one in 94 of 100 cases,
    /// those of six in 97.</summary>
    public const int FewestRounds = 6;

    private const int Resamples = 999;

    /// <summary>The seed of the random draws, fixed so that the same counts give the same interval.</summary>
    private const int Seed = 1;

    /// <param name="value">The percentile of all rounds' counts merged.</param>
    public static Estimate Estimate(double value, double q, IReadOnlyList<Histogram> rounds) =>
        rounds.Count >= FewestRounds ? Bootstrap(value, q, rounds) : OfTheirOwn(value, q, rounds);

    private static Estimate OfTheirOwn(double value, double q, IReadOnlyList<Histogram> rounds)
    {
        var own = rounds.Select(round => round.SupportedPercentileNs(q)).OfType<double>().ToList();
        return own.Count == rounds.Count && ConfidenceInterval.OfGeometricMean(own) is { } scatter
            ? new(value, scatter.CiLow / scatter.Value * value, scatter.CiHigh / scatter.Value * value)
            : new(value, null, null);
    }

    private static Estimate Bootstrap(double value, double q, IReadOnlyList<Histogram> rounds)
    {
        var counts = rounds.Select(round => round.ToSparse()).ToList();
        var buckets = counts.SelectMany(c => c.Where((_, i) => i % 2 == 0)).Distinct().Order().ToArray();
        var place = buckets.Select((bucket, i) => (bucket, i)).ToDictionary(p => p.bucket, p => p.i);
        var ofRound = counts
            .Select(c => c.Chunk(2).Select(pair => (At: place[pair[0]], Count: pair[1])).ToArray())
            .ToList();
        var random = new Random(Seed);
        var drawn = Enumerable.Range(0, Resamples).Select(_ => Resampled()).Order().ToArray();
        var tail = Tail(rounds.Count);
        return new(value, Math.Min(value, At(tail)), Math.Max(value, At(1 - tail)));

        double At(double share) => drawn[Math.Clamp((int)Math.Round(share * (Resamples - 1)), 0, Resamples - 1)];

        double Resampled()
        {
            var merged = new long[buckets.Length];
            for (var i = 0; i < ofRound.Count; i++)
                foreach (var (at, count) in ofRound[random.Next(ofRound.Count)])
                    merged[at] += count;
            var rank = Math.Max(1, (long)Math.Ceiling(q * merged.Sum()));
            var bucket = 0;
            for (long seen = merged[0]; seen < rank; seen += merged[bucket])
                bucket++;
            return Histogram.MidpointNs((int)buckets[bucket]);
        }
    }

    /// <summary>The share of draws to cut off at each end. It is widened to the tail that Student's t of so few rounds
    /// has, and for their variance being divided by n in place of n - 1.</summary>
    private static double Tail(int rounds) =>
        Normal.CDF(
            0,
            1,
            -Math.Sqrt(rounds / (rounds - 1.0)) * StudentT.InvCDF(0, 1, rounds - 1, 0.5 + ConfidenceInterval.Level / 2)
        );
}
