using System.Collections.Immutable;

namespace Pingmark.Model;

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
        get => Known(Counter.RttMaxNs);
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
    public static Measurement OfClients(IReadOnlyCollection<Measurement> parts, long fromNs) =>
        new()
        {
            FromNs = fromNs,
            ToNs = fromNs + parts.Max(part => part.DurationNs),
            Counts = AddUp(parts, areWindows: false),
            Histograms = Merged(parts),
            LapsNs = parts.SelectMany(part => part.LapsNs).ToList(),
            Slowest = SlowMessages.OfAll(parts.Select(part => part.Slowest)),
        };

    /// <summary>The merged histograms of those kinds that all parts have.</summary>
    public static ImmutableDictionary<HistogramKind, Histogram> Merged(IReadOnlyCollection<Measurement> parts) =>
        HistogramKind
            .All.Where(kind => parts.All(part => part[kind] is not null))
            .ToImmutableDictionary(kind => kind, kind => Histogram.Merged(parts.Select(part => part[kind]!)));
}
