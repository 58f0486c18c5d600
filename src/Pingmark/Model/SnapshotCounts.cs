using System.Collections.Immutable;

namespace Pingmark.Model;

/// <summary>What clients received unasked: snapshots of a server, sent at its ticks to each of its
/// recipients.</summary>
/// <param name="Received">Snapshots that came of those due in the window; a recipient counts from its first one
/// on.</param>
/// <param name="Lost">Snapshots that were missing between two that came.</param>
/// <param name="Lateness">The times from the tick, by the server's clock, to the arrival, as sparse counts; null where
/// the sides have different clocks.</param>
/// <param name="Skew">The times from the arrival of the tick's first snapshot on any connection, as sparse
/// counts.</param>
public sealed record SnapshotCounts(long Received, long Lost, long[]? Lateness, long[] Skew)
{
    public long Due => Received + Lost;

    /// <summary>Replaces the snapshots' counters and histograms among others by those of this value; null removes
    /// them.</summary>
    internal static (
        ImmutableDictionary<Counter, long> Counts,
        ImmutableDictionary<HistogramKind, long[]> Histograms
    ) Set(
        ImmutableDictionary<Counter, long> counts,
        ImmutableDictionary<HistogramKind, long[]> histograms,
        SnapshotCounts? value
    )
    {
        counts = counts.RemoveRange([Counter.SnapshotsDue, Counter.SnapshotsReceived, Counter.SnapshotsLost]);
        histograms = histograms.Remove(HistogramKind.SnapshotLateness).Remove(HistogramKind.SnapshotSkew);
        if (value is null)
            return (counts, histograms);
        histograms = histograms.Add(HistogramKind.SnapshotSkew, value.Skew);
        return (
            counts
                .Add(Counter.SnapshotsDue, value.Due)
                .Add(Counter.SnapshotsReceived, value.Received)
                .Add(Counter.SnapshotsLost, value.Lost),
            value.Lateness is { } lateness ? histograms.Add(HistogramKind.SnapshotLateness, lateness) : histograms
        );
    }
}
