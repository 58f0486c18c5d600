using System.Collections.Immutable;

namespace Pingmark.Model;

/// <summary>What a client counted in one run. Times are CLOCK_MONOTONIC, in ns.</summary>
public sealed record Measurement : ClientCounts
{
    public required long FromNs { get; init; }
    public required long ToNs { get; init; }

    /// <summary>Those that the load has.</summary>
    public ImmutableDictionary<HistogramKind, Histogram> Histograms { get; init; } =
        ImmutableDictionary<HistogramKind, Histogram>.Empty;

    public Histogram? this[HistogramKind kind] => Histograms.GetValueOrDefault(kind);

    /// <summary>Null: no round trip was counted.</summary>
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

    public long DurationNs => ToNs - FromNs;
    public double ThroughputPerS => Received / (DurationNs / 1e9);

    /// <summary>What many clients counted that began together, as if one had.</summary>
    /// <param name="fromNs">When they began to count, by this machine's clock.</param>
    public static Measurement OfClients(IReadOnlyCollection<Measurement> parts, long fromNs) =>
        new()
        {
            FromNs = fromNs,
            ToNs = fromNs + parts.Max(part => part.DurationNs),
            Counts = AddUp(parts, areWindows: false),
            Histograms = Merged(parts),
            LapsNs = parts.SelectMany(part => part.LapsNs).ToList(),
        };

    /// <summary>Those kinds that all parts have.</summary>
    public static ImmutableDictionary<HistogramKind, Histogram> Merged(IReadOnlyCollection<Measurement> parts) =>
        HistogramKind
            .All.Where(kind => parts.All(part => part[kind] is not null))
            .ToImmutableDictionary(kind => kind, kind => Histogram.Merged(parts.Select(part => part[kind]!)));
}
