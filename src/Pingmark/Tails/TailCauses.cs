using Pingmark.Model;

namespace Pingmark.Tails;

/// <summary>Finds which events explain slow messages. A cause explains a message when its events held the message up
/// for at least half of its excess, which is its round trip minus the window's median. Of several causes it is the one
/// that held it up longest.</summary>
public sealed class TailCauses
{
    /// <summary>The share of the excess that a cause must cover.</summary>
    private const double LeastShare = 0.5;

    private const int Shifts = 200;
    private const int Seed = 1;

    private readonly IReadOnlyList<CauseEvents> _causes;

    public TailCauses(IEnumerable<WatchedEvent> events) =>
        _causes = [
            .. events
                .GroupBy(one => one.Cause)
                .OrderBy(same => Place(same.Key))
                .Select(same => new CauseEvents(same.Key, same)),
        ];

    private static int Place(EventCause cause) => EventKind.All.Index().First(one => one.Item == cause.Kind).Index;

    /// <summary>What explains a message; null where nothing does.</summary>
    public EventCause? Explain(SlowMessage message) => Find(message.FromNs, message.ToNs, message.ExcessNs)?.Cause;

    /// <summary>The events of a cause that were in a message's time.</summary>
    public IEnumerable<WatchedEvent> EventsOf(EventCause cause, SlowMessage message) =>
        _causes.Where(one => one.Cause == cause).SelectMany(one => one.Touching(message.FromNs, message.ToNs));

    /// <summary>How many of the messages each cause would explain by chance: the mean over many shifts of all messages
    /// by a random time, each within its span, which is a circle for that.</summary>
    /// <param name="spans">The times in which messages were counted; a message outside of them is left out.</param>
    public IReadOnlyDictionary<EventCause, double> ByChance(
        IReadOnlyList<SlowMessage> messages,
        IReadOnlyList<WatchedSpan> spans
    )
    {
        var random = new Random(Seed);
        var found = _causes.ToDictionary(one => one.Cause, _ => 0.0);
        var placed = messages.Select(message => (Message: message, Span: SpanOf(message, spans))).ToList();
        for (var shift = 0; shift < Shifts && _causes.Count > 0; shift++)
        {
            var share = random.NextDouble();
            foreach (var (message, span) in placed)
                if (span is { } within && Shifted(message, within, share) is var fromNs)
                    if (Find(fromNs, fromNs + message.RoundTripNs, message.ExcessNs)?.Cause is { } cause)
                        found[cause] += 1.0 / Shifts;
        }
        return found;
    }

    /// <summary>The span in which a message was answered; null where it was in none.</summary>
    private static WatchedSpan? SpanOf(SlowMessage message, IReadOnlyList<WatchedSpan> spans)
    {
        foreach (var span in spans)
            if (message.ToNs > span.FromNs && message.FromNs < span.ToNs)
                return span;
        return null;
    }

    /// <summary>When a message begins that is shifted around its span; it stays whole.</summary>
    private static long Shifted(SlowMessage message, WatchedSpan span, double share)
    {
        var roomNs = Math.Max(1, span.ToNs - span.FromNs - message.RoundTripNs);
        var placeNs = Math.Clamp(message.FromNs - span.FromNs, 0, roomNs);
        return span.FromNs + (placeNs + (long)(share * roomNs)) % roomNs;
    }

    private CauseEvents? Find(long fromNs, long toNs, double excessNs)
    {
        CauseEvents? best = null;
        var mostNs = 0.0;
        foreach (var cause in _causes)
            if (cause.HeldNs(fromNs, toNs) is var heldNs && heldNs > mostNs && heldNs >= LeastShare * excessNs)
                (best, mostNs) = (cause, heldNs);
        return best;
    }
}
