using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What clients counted, by <see cref="Counter"/>; counters that code reads by name are properties.</summary>
public abstract record ClientCounts
{
    /// <summary>The known counts. It is set anew only while a file is read.</summary>
    [JsonIgnore]
    public ImmutableDictionary<Counter, long> Counts { get; internal set; } = ImmutableDictionary<Counter, long>.Empty;

    public long? ValueOrNull(Counter counter) => Counts.TryGetValue(counter, out var value) ? value : null;

    /// <summary>The count in reports: null where it does not apply, 0 where no client reported it.</summary>
    public long? ReportedValue(Counter counter) => counter.AppliesTo is null ? this[counter] : ValueOrNull(counter);

    /// <summary>The count; 0 where it is not known.</summary>
    public long this[Counter counter] => Counts.GetValueOrDefault(counter);

    [JsonIgnore]
    public long Sent
    {
        get => this[Counter.Sent];
        init => Counts = Counts.SetItem(Counter.Sent, value);
    }

    [JsonIgnore]
    public long Received
    {
        get => this[Counter.Received];
        init => Counts = Counts.SetItem(Counter.Received, value);
    }

    [JsonIgnore]
    public long Lost
    {
        get => this[Counter.Lost];
        init => Counts = Counts.SetItem(Counter.Lost, value);
    }

    [JsonIgnore]
    public long Late
    {
        get => this[Counter.Late];
        init => Counts = Counts.SetItem(Counter.Late, value);
    }

    [JsonIgnore]
    public long Duplicated
    {
        get => this[Counter.Duplicated];
        init => Counts = Counts.SetItem(Counter.Duplicated, value);
    }

    [JsonIgnore]
    public long Reordered
    {
        get => this[Counter.Reordered];
        init => Counts = Counts.SetItem(Counter.Reordered, value);
    }

    [JsonIgnore]
    public long Corrupt
    {
        get => this[Counter.Corrupt];
        init => Counts = Counts.SetItem(Counter.Corrupt, value);
    }

    [JsonIgnore]
    public long SilentConnections
    {
        get => this[Counter.SilentConnections];
        init => Counts = Counts.SetItem(Counter.SilentConnections, value);
    }

    [JsonIgnore]
    public long Unsent
    {
        get => this[Counter.Unsent];
        init => Counts = Counts.SetItem(Counter.Unsent, value);
    }

    [JsonIgnore]
    public long Answered
    {
        get => this[Counter.Answered];
        init => Counts = Counts.SetItem(Counter.Answered, value);
    }

    [JsonIgnore]
    public long RttSumNs
    {
        get => this[Counter.RttSumNs];
        init => Counts = Counts.SetItem(Counter.RttSumNs, value);
    }

    /// <summary>Adds up what several clients or several windows counted, by the rule of each row.</summary>
    /// <param name="areWindows">True: the parts are windows of one client, one after the other. False: they are clients
    /// that ran beside one another.</param>
    public static ImmutableDictionary<Counter, long> CombineCounts(
        IReadOnlyCollection<ClientCounts> parts,
        bool areWindows
    ) =>
        (
            from counter in Counter.All
            let told = parts.Where(part => part.Counts.ContainsKey(counter)).Select(part => part[counter]).ToList()
            where told.Count > 0
            select KeyValuePair.Create(counter, counter.Combine(told, areWindows))
        ).ToImmutableDictionary();
}

/// <summary>What a client counted in one run. Times are readings of CLOCK_MONOTONIC, in ns.</summary>
public sealed record Measurement : ClientCounts
{
    public required long FromNs { get; init; }
    public required long ToNs { get; init; }

    /// <summary>The histograms that the load has.</summary>
    public ImmutableDictionary<HistogramKind, Histogram> Histograms { get; init; } =
        ImmutableDictionary<HistogramKind, Histogram>.Empty;

    public Histogram? this[HistogramKind kind] => Histograms.GetValueOrDefault(kind);

    /// <summary>The longest round trip; null where none was counted.</summary>
    public long? RttMaxNs
    {
        get => ValueOrNull(Counter.RttMaxNs);
        init => Counts = value is { } max ? Counts.SetItem(Counter.RttMaxNs, max) : Counts.Remove(Counter.RttMaxNs);
    }

    public Histogram Rtt
    {
        get => this[HistogramKind.RoundTrips] ?? new();
        init => Histograms = Histograms.SetItem(HistogramKind.RoundTrips, value);
    }

    public IReadOnlyList<long> LapsNs { get; init; } = [];

    /// <summary>The slowest messages; null where they were not asked for.</summary>
    public SlowMessages? Slowest { get; init; }

    public long DurationNs => ToNs - FromNs;
    public double ThroughputPerS => Received / (DurationNs / 1e9);

    /// <summary>Adds up what several clients counted that began together, as if they were one.</summary>
    /// <param name="fromNs">When they began to count, by this machine's clock.</param>
    public static Measurement CombineClients(IReadOnlyCollection<Measurement> parts, long fromNs) =>
        new()
        {
            FromNs = fromNs,
            ToNs = fromNs + parts.Max(part => part.DurationNs),
            Counts = CombineCounts(parts, areWindows: false),
            Histograms = MergeHistograms(parts),
            LapsNs = parts.SelectMany(part => part.LapsNs).ToList(),
            Slowest = SlowMessages.Merge(parts.Select(part => part.Slowest)),
        };

    /// <summary>The merged histograms of those kinds that all parts have.</summary>
    public static ImmutableDictionary<HistogramKind, Histogram> MergeHistograms(
        IReadOnlyCollection<Measurement> parts
    ) =>
        HistogramKind
            .All.Where(kind => parts.All(part => part[kind] is not null))
            .ToImmutableDictionary(kind => kind, kind => Histogram.Merged(parts.Select(part => part[kind]!)));
}
