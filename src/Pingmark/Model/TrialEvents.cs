using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>Events seen during a continuous window: sums, and those that overlap its slowest messages.</summary>
public sealed record TrialEvents
{
    /// <summary>What was not watched, and why, in words.</summary>
    public IReadOnlyList<string> NotObserved { get; init; } = [];

    /// <summary>How long it was watched, in ns.</summary>
    public long WatchedNs { get; init; }

    /// <summary>The CPU time that watching took in the controller meanwhile, in ns.</summary>
    public long ObserverCpuNs { get; init; }

    /// <summary>How many messages beyond p99.9 the client kept.</summary>
    public int Slowest { get; init; }

    /// <summary>How many of these random times of the events would explain: the mean of many shifts.</summary>
    public double ByChance { get; init; }

    /// <summary>What was seen of each cause.</summary>
    public IReadOnlyList<EventSum> Causes { get; init; } = [];

    /// <summary>The index in <see cref="Causes"/> of each kept event; the next four lists match it.</summary>
    public IReadOnlyList<int> Of { get; init; } = [];
    public IReadOnlyList<long> FromNs { get; init; } = [];
    public IReadOnlyList<long> ToNs { get; init; } = [];
    public IReadOnlyList<long> LastedNs { get; init; } = [];
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>The kept events, as far as this version knows their kinds.</summary>
    [JsonIgnore]
    public IReadOnlyList<WatchedEvent> Events =>
        [
            .. Of.Select((of, i) => (Sum: Causes[of], At: i))
                .Where(one => EventKind.Find(one.Sum.Kind) is not null)
                .Select(one => new WatchedEvent(
                    EventKind.Find(one.Sum.Kind)!,
                    one.Sum.Side,
                    FromNs[one.At],
                    ToNs[one.At],
                    LastedNs[one.At],
                    Words[one.At]
                )),
        ];

    /// <summary>Whether the lists fit together, whoever wrote them.</summary>
    [JsonIgnore]
    public bool IsConsistent =>
        new[] { FromNs.Count, ToNs.Count, LastedNs.Count, Words.Count }.All(count => count == Of.Count)
        && Of.All(of => of >= 0 && of < Causes.Count)
        && FromNs.Zip(ToNs).All(span => span.First >= 0 && span.First <= span.Second)
        && LastedNs.All(lasted => lasted >= 0)
        && Causes.All(sum => sum is { Events: >= 0, LastedNs: >= 0, ByChance: >= 0 })
        && this is { WatchedNs: >= 0, ObserverCpuNs: >= 0, Slowest: >= 0, ByChance: >= 0 };
}

/// <summary>All events of a kind and side in a window.</summary>
/// <param name="Kind">The key of the kind.</param>
/// <param name="Events">How many there were, kept or not.</param>
/// <param name="LastedNs">How long they took together; where the kind has no length, how often it happened.</param>
/// <param name="ByChance">How many of the slowest messages they would explain at random times.</param>
public sealed record EventSum(string Kind, string Side, long Events, long LastedNs, double ByChance);

/// <summary>Something that happened during a window, in ns of the controller's CLOCK_MONOTONIC.</summary>
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

/// <summary>Why the slowest messages of a cell were slow, over its trials whose events were watched.</summary>
/// <param name="Beyond">Messages beyond the p99.9 of their continuous window.</param>
/// <param name="Known">How many of these the client kept, so that they can be explained; it keeps the slowest.</param>
/// <param name="Unexplained">How many of the known ones nothing explains that was watched.</param>
/// <param name="ByChance">How many of the known ones would look explained if all had happened at random times.</param>
/// <param name="Causes">What explains the others, most messages first.</param>
/// <param name="NotObserved">What was not watched, and why.</param>
/// <param name="ObserverCores">The CPU time of watching, in cores.</param>
public sealed record TailSummary(
    long Beyond,
    long Known,
    long Unexplained,
    double ByChance,
    IReadOnlyList<TailCause> Causes,
    IReadOnlyList<string> NotObserved,
    double? ObserverCores
);

/// <param name="Kind">The key of the kind of event.</param>
/// <param name="Side">Whose it is.</param>
/// <param name="Messages">How many messages it explains.</param>
/// <param name="Events">How many events these were in.</param>
/// <param name="ShortestNs">The shortest of these events; null where the kind has no length.</param>
/// <param name="ByChance">How many messages it would explain at random times.</param>
/// <param name="Words">What these events were, most often first; three at most.</param>
public sealed record TailCause(
    string Kind,
    string Side,
    long Messages,
    long Events,
    long? ShortestNs,
    long? LongestNs,
    double ByChance,
    IReadOnlyList<string> Words
);
