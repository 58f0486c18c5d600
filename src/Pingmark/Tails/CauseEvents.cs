using Pingmark.Model;

namespace Pingmark.Tails;

/// <summary>The events of one cause, in the order of their beginnings.</summary>
internal sealed class CauseEvents
{
    /// <summary>How far an event of which only a reading is known that is longer may be moved within it, so that it
    /// fits to a message: four readings.</summary>
    private const long VagueNs = 20_000_000;

    private readonly WatchedEvent[] _events;
    private readonly long _longestNs;

    public CauseEvents(EventCause cause, IEnumerable<WatchedEvent> events)
    {
        Cause = cause;
        _events = [.. events.OrderBy(one => one.FromNs)];
        _longestNs = _events.Max(one => one.ToNs - one.FromNs);
    }

    public EventCause Cause { get; }

    /// <summary>How long the events held a message up that was under way in this time. What overlaps another event is
    /// counted once.</summary>
    public double HeldNs(long fromNs, long toNs)
    {
        var (lasted, covered, coveredToNs) = (0L, 0L, long.MinValue);
        foreach (var one in Touching(fromNs, toNs))
        {
            var (beginNs, endNs) = Cause.Kind.Reach switch
            {
                EventReach.EndsWait => (fromNs, Math.Min(toNs, one.ToNs)),
                EventReach.BeginsWait => (Math.Max(fromNs, one.FromNs), toNs),
                _ => (Math.Max(fromNs, one.FromNs), Math.Min(toNs, one.ToNs)),
            };
            lasted += Cause.Kind.HasLength ? WithinNs(one, endNs - beginNs) : endNs - beginNs;
            covered += Math.Max(0, endNs - Math.Max(beginNs, coveredToNs));
            coveredToNs = Math.Max(coveredToNs, endNs);
        }
        return Math.Min(lasted, covered);
    }

    /// <summary>How much of an event was in the part of its time that a message overlaps. Where in its time it was is
    /// not known; but where that leaves it more room than is asked, only what the rest of the room can't hold was
    /// certainly there.</summary>
    private static long WithinNs(WatchedEvent one, long overlapNs) =>
        Math.Max(
            0,
            Math.Min(Math.Min(one.LastedNs, overlapNs), one.LastedNs + VagueNs - (one.ToNs - one.FromNs - overlapNs))
        );

    /// <summary>The events that overlap a time.</summary>
    public IEnumerable<WatchedEvent> Touching(long fromNs, long toNs)
    {
        for (var i = FirstFrom(fromNs - _longestNs); i < _events.Length && _events[i].FromNs < toNs; i++)
            if (_events[i].ToNs > fromNs)
                yield return _events[i];
    }

    /// <summary>The place of the first event that begins at a time or after it.</summary>
    private int FirstFrom(long ns)
    {
        var (low, high) = (0, _events.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _events[middle].FromNs < ns ? (middle + 1, high) : (low, middle);
        }
        return low;
    }
}
