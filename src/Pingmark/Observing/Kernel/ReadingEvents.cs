using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>Makes events of what counters grew by between readings: of times what is beyond the usual of the window,
/// for what happens all the while is in the median round trip, too.</summary>
internal static class ReadingEvents
{
    private const long TickNs = 10_000_000;

    /// <summary>Shorter waits are too short to explain a slow message.</summary>
    private const long MinWaitNs = 20_000;

    /// <summary>The largest share of readings with ticks for which a single tick is an event: where more have one,
    /// ticks come from time that adds up all the while.</summary>
    private const double MaxRareShare = 0.05;

    /// <summary>Waits for a core.</summary>
    /// <param name="nameOf">The name of a thread by its number.</param>
    public static IEnumerable<WatchedEvent> FromWaits(Readings readings, string side, Func<int, string> nameOf)
    {
        var usual = MedianShare(readings);
        foreach (var step in readings.Steps)
        {
            var lastedNs = step.Grown - (long)(usual * (step.ToNs - step.FromNs));
            // The kernel adds a wait up when it ends: it began before the reading by as much at most.
            if (lastedNs >= MinWaitNs)
                yield return new(
                    EventKind.RunQueue,
                    side,
                    step.FromNs - step.Grown,
                    step.ToNs,
                    lastedNs,
                    nameOf(step.Thread)
                );
        }
    }

    /// <summary>Time of cores in ticks.</summary>
    public static IEnumerable<WatchedEvent> FromTicks(Readings readings, EventKind kind, string side)
    {
        var usual = readings.Steps.Count > MaxRareShare * readings.Count ? 1 : 0;
        foreach (var step in readings.Steps)
            if (Math.Min((step.Grown - usual) * TickNs, step.ToNs - step.FromNs) is > 0 and var lastedNs)
                yield return new(kind, side, step.FromNs, step.ToNs, lastedNs);
    }

    /// <summary>Things that happened, however long they took.</summary>
    public static IEnumerable<WatchedEvent> FromCounts(Readings readings, EventKind kind, string side, string words) =>
        readings.Steps.Select(step => new WatchedEvent(kind, side, step.FromNs, step.ToNs, step.Grown, words));

    /// <summary>The median over all readings of the share of their time, those in which nothing grew
    /// included.</summary>
    private static double MedianShare(Readings readings)
    {
        var place = readings.Count / 2 - (readings.Count - readings.Steps.Count);
        return place < 0
            ? 0
            : readings
                .Steps.Select(step => (double)step.Grown / Math.Max(1, step.ToNs - step.FromNs))
                .Order()
                .ElementAtOrDefault(place);
    }
}
