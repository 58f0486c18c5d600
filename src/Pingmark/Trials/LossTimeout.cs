using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Says when a message counts as lost where the suite does not. With one message in flight a loss costs its
/// whole wait, so that 1 % of losses and a wait of 1 s turn 75,000 round trips a second into 100: the wait follows the
/// round trips.</summary>
public static class LossTimeout
{
    /// <summary>The timeout in ns where few messages are in flight of which none can be lost, and until round trips are
    /// known.</summary>
    public const long LongestNs = 1_000_000_000;

    /// <summary>The shortest timeout in ns: a machine's own pauses are no losses.</summary>
    private const long ShortestNs = 10_000_000;
    private const double OfP999 = 100,
        OfLongest = 2;

    /// <summary>What a message in flight may take of its server, in ns: a slow one beside much other load.</summary>
    private const long TurnNs = 10_000_000;
    private const long LongestOfQueueNs = 10_000_000_000;

    /// <summary>Computes the timeout in ns where nothing can be lost: a server answers one message after the other, so
    /// that the last of many has the time of all before it. Null where they are so few that
    /// <see cref="LongestNs"/> is enough.</summary>
    public static long? OfQueueNs(long inFlight) =>
        inFlight * TurnNs > LongestNs ? Math.Min(inFlight * TurnNs, LongestOfQueueNs) : null;

    /// <summary>Computes the timeout in ns where messages can be lost.</summary>
    /// <param name="roundTrips">The round trips of the warm-up.</param>
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
