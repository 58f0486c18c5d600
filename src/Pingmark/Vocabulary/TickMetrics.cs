using Pingmark.Model;
using Pingmark.Wording;
using static Pingmark.Vocabulary.Estimation;

namespace Pingmark.Vocabulary;

/// <summary>The metrics of snapshots that a server sends unasked.</summary>
internal static class TickMetrics
{
    public static IReadOnlyList<Metric> All =>
        [
            Tick(
                "snapshots_per_s",
                "Snapshots",
                new PerStretch(s =>
                    s is { Snapshots: { } counted, DurationNs: > 0 } ? counted.Received / (s.DurationNs / 1e9) : null
                ),
                c => c.SnapshotsPerS,
                (c, value) => c with { SnapshotsPerS = value }
            ) with
            {
                Format = NumberText.Rate,
                Terminal = new("Snapshots", 3),
                HigherIsFaster = true,
            },
            Tick(
                "snapshot_lateness_p50_ns",
                "Snapshot lateness p50",
                SnapshotLateness(0.5),
                c => c.SnapshotLatenessP50Ns,
                (c, value) => c with { SnapshotLatenessP50Ns = value }
            ),
            Tick(
                "snapshot_lateness_p99_ns",
                "Snapshot lateness p99",
                SnapshotLateness(0.99),
                c => c.SnapshotLatenessP99Ns,
                (c, value) => c with { SnapshotLatenessP99Ns = value }
            ) with
            {
                Terminal = new("late\np99", 4),
            },
            Tick(
                "snapshot_skew_p50_ns",
                "Snapshot skew p50",
                SnapshotSkew(0.5),
                c => c.SnapshotSkewP50Ns,
                (c, value) => c with { SnapshotSkewP50Ns = value }
            ),
            Tick(
                "snapshot_skew_p99_ns",
                "Snapshot skew p99",
                SnapshotSkew(0.99),
                c => c.SnapshotSkewP99Ns,
                (c, value) => c with { SnapshotSkewP99Ns = value }
            ) with
            {
                Terminal = new("skew\np99", 6),
            },
        ];

    private static Metric Tick(
        string key,
        string title,
        Estimation estimation,
        Func<CellSummary, Estimate?> of,
        Func<CellSummary, Estimate?, CellSummary> fill
    ) => new(key, title, MetricTable.Tick, NumberText.Duration, estimation, of, fill);

    private static Quantile SnapshotLateness(double q) => new(q) { Counts = s => s.Snapshots?.Lateness };

    private static Quantile SnapshotSkew(double q) => new(q) { Counts = s => s.Snapshots?.Skew };
}
