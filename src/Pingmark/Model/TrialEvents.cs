using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What observers saw while a trial's continuous window was measured: sums of all, and of the events those
/// that overlap its slowest messages. Times are in ns by CLOCK_MONOTONIC.</summary>
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

    /// <summary>How many of these would look explained if the events had happened at random times: the mean of many
    /// shifts of all events.</summary>
    public double ByChance { get; init; }

    /// <summary>What was seen of each cause.</summary>
    public IReadOnlyList<EventSum> Causes { get; init; } = [];

    /// <summary>Which of <see cref="Causes"/> each kept event has, from 0. This list and the next four have one entry
    /// for each event.</summary>
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
    public bool IsWhole =>
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
