using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of snapshots that a server sends unasked.</summary>
internal static class TickMetrics
{
    private const string FromTheTick = "from the tick's time; null on two machines",
        FromTheFirst = "from the tick's first arrival";

    public static IReadOnlyList<Metric> All =>
        [
            Tick(
                "snapshots_per_s",
                "Snapshots",
                new PerWindow(s =>
                    s is { Snapshots: { } counted, DurationNs: > 0 } ? counted.Received / (s.DurationNs / 1e9) : null
                )
            ) with
            {
                Meaning = "all snapshots, on all connections",
                Format = NumberText.Rate,
                Terminal = new("Snapshots", 3),
                HigherIsFaster = true,
            },
            Tick("snapshot_lateness_p50_ns", "Snapshot lateness p50", SnapshotLateness(0.5)) with
            {
                Meaning = FromTheTick,
            },
            Tick("snapshot_lateness_p99_ns", "Snapshot lateness p99", SnapshotLateness(0.99)) with
            {
                Meaning = FromTheTick,
                Terminal = new("late\np99", 4),
            },
            Tick("snapshot_skew_p50_ns", "Snapshot skew p50", SnapshotSkew(0.5)) with
            {
                Meaning = FromTheFirst,
            },
            Tick("snapshot_skew_p99_ns", "Snapshot skew p99", SnapshotSkew(0.99)) with
            {
                Meaning = FromTheFirst,
                Terminal = new("skew\np99", 6),
            },
        ];

    private static Metric Tick(string key, string title, Estimation estimation) =>
        new(key, title, MetricTable.Tick, NumberText.Duration, estimation);

    private static Quantile SnapshotLateness(double q) => new(q) { Counts = s => s[HistogramKind.SnapshotLateness] };

    private static Quantile SnapshotSkew(double q) => new(q) { Counts = s => s[HistogramKind.SnapshotSkew] };
}
