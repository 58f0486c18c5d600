using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>
/// When a message counts as lost, where nobody says. With one message in flight a loss costs its whole wait, so that
/// 1 % of losses and a wait of 1 s turn 75,000 round trips a second into 100: the wait follows the round trips.
/// </summary>
public static class LossTimeout
{
    /// <summary>Where nothing can be lost, and until round trips are known.</summary>
    public const long LongestNs = 1_000_000_000;

    /// <summary>A machine's own pauses are no losses.</summary>
    private const long ShortestNs = 10_000_000;
    private const double OfP999 = 100,
        OfLongest = 2;

    /// <param name="roundTrips">Of the warm-up.</param>
    public static long AfterNs(Histogram roundTrips) =>
        roundTrips.Count == 0
            ? LongestNs
            : (long)
                Math.Clamp(
                    Math.Max(OfP999 * roundTrips.PercentileNs(0.999), OfLongest * roundTrips.PercentileNs(1)),
                    ShortestNs,
                    LongestNs
                );
}
