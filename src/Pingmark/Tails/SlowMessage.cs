using Pingmark.Model;

namespace Pingmark.Tails;

/// <summary>A message beyond the p99.9 of its window.</summary>
/// <param name="FromNs">When it was sent, or should have been where it was timed.</param>
/// <param name="ToNs">When its answer was received.</param>
/// <param name="ExcessNs">How much longer its round trip was than the window's median.</param>
public readonly record struct SlowMessage(int Connection, long FromNs, long ToNs, double ExcessNs)
{
    private const double Percentile = 0.999;

    public long RoundTripNs => ToNs - FromNs;

    /// <summary>The messages of a window beyond its p99.9 that the client kept; none where it tells none.</summary>
    public static IReadOnlyList<SlowMessage> Beyond(CountedWindow window)
    {
        if (window.Slowest is not { } slowest || window.Histogram.Length == 0)
            return [];
        var roundTrips = Histogram.FromSparse(window.Histogram);
        var (medianNs, lastIndex) = (roundTrips.PercentileNs(0.5), Limit(roundTrips));
        return
        [
            .. slowest
                .SentNs.Select(
                    (_, i) =>
                        new SlowMessage(
                            slowest.Connections[i],
                            slowest.IntendedNs[i],
                            slowest.ReceivedNs[i],
                            slowest.ReceivedNs[i] - slowest.IntendedNs[i] - medianNs
                        )
                )
                .Where(message => Histogram.IndexOf(message.RoundTripNs) > lastIndex && message.ExcessNs > 0)
                .OrderBy(message => message.FromNs),
        ];
    }

    /// <summary>How many messages of a window are beyond its p99.9, kept or not.</summary>
    public static long CountBeyond(CountedWindow window)
    {
        if (window.Histogram.Length == 0)
            return 0;
        var roundTrips = Histogram.FromSparse(window.Histogram);
        return roundTrips.CountAbove(roundTrips.PercentileNs(Percentile));
    }

    private static int Limit(Histogram roundTrips) => Histogram.IndexOf((long)roundTrips.PercentileNs(Percentile));
}
