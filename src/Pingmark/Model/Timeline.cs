using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>When the parts of a trial were measured, in ns since its block began.</summary>
public sealed record Timeline
{
    /// <summary>When the cell's processes were up and connected; null in runs of earlier versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? ConnectedAtNs { get; init; }

    /// <summary>When each slice ended; this and the next three lists have one entry per slice.</summary>
    public IReadOnlyList<long> SliceEndedAtNs { get; init; } = [];

    /// <summary>The median round trip of each slice, in ns; null where a slice had too few round trips.</summary>
    public IReadOnlyList<double?> SliceRttP50Ns { get; init; } = [];
    public IReadOnlyList<double?> SliceRttP99Ns { get; init; } = [];

    /// <summary>How often each slice was measured until it counted.</summary>
    public IReadOnlyList<int> SliceTries { get; init; } = [];

    /// <summary>When the continuous window ended, or its last part; null where there was none.</summary>
    public long? UnbrokenEndedAtNs { get; init; }

    /// <summary>The parts of the continuous window; null in earlier versions, which have one part.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<WindowSpan>? Windows { get; init; }

    /// <summary>The spans in which a runtime collected garbage; runtimes do not tell when within them.</summary>
    public IReadOnlyList<CollectionSpan> Collections { get; init; } = [];
}

/// <summary>What a part of the continuous window measured, and when.</summary>
/// <param name="RttP50Ns">The median round trip; null where there were too few.</param>
public sealed record WindowSpan(long FromNs, long ToNs, double RatePerS, double? RttP50Ns, double? RttP99Ns)
{
    /// <summary>Makes the span of a window.</summary>
    /// <param name="endedNs">When it ended, in ns since its block began.</param>
    public static WindowSpan FromWindow(CountedWindow window, long endedNs)
    {
        var roundTrips = Histogram.FromSparse(window.Histogram);
        return new(
            Math.Max(0, endedNs - window.DurationNs),
            endedNs,
            window.ThroughputPerS,
            roundTrips.SupportedPercentileNs(0.5),
            roundTrips.SupportedPercentileNs(0.99)
        );
    }
}

/// <param name="Side">The side whose runtime collected: <c>server</c> or <c>client</c>.</param>
/// <param name="Count">The number of collections within the span.</param>
/// <param name="PauseNs">How long these collections stopped the program together, in ns; null where the runtime does
/// not tell.</param>
public sealed record CollectionSpan(string Side, long FromNs, long ToNs, long Count, long? PauseNs);
