namespace Pingmark.Model;

/// <summary>Something that happened while a window was measured. Times are in ns by the CLOCK_MONOTONIC of the
/// controller's machine.</summary>
/// <param name="Side">Whom it is of: <c>server</c>, <c>client</c>, or <c>pair</c> where both share it.</param>
/// <param name="FromNs">When it began at the earliest.</param>
/// <param name="ToNs">When it ended at the latest.</param>
/// <param name="LastedNs">How long it took within that time; where its kind has no length, how often it
/// happened.</param>
/// <param name="Words">What it was, such as <c>gen0</c>; empty where the kind says it.</param>
public sealed record WatchedEvent(EventKind Kind, string Side, long FromNs, long ToNs, long LastedNs, string Words = "")
{
    public EventCause Cause => new(Kind, Side);
}

/// <summary>What delays messages: events of one kind and side count together.</summary>
public readonly record struct EventCause(EventKind Kind, string Side);

/// <summary>A time in which messages were counted and events watched, in ns by CLOCK_MONOTONIC.</summary>
public readonly record struct WatchedSpan(long FromNs, long ToNs);
