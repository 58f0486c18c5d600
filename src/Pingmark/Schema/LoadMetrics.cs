using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics that only some scenarios have: those of an open loop, of certain loads, of an impaired network,
/// and of many connections.</summary>
internal static class LoadMetrics
{
    private const string FromSend = "open loop: from the actual send",
        ToSend = "open loop: from the intended time to the send",
        FromConnect = "of `churn`: since the connect began",
        FromTick = "from the tick's time; null on two machines",
        FromFirstArrival = "from the tick's first arrival";

    /// <summary>The quantile of round trips that stands for undisturbed messages.</summary>
    private const double UndisturbedQuantile = 0.1;

    private const int MinMessagesForShare = 20;

    public static readonly Metric LapMean = new(
        "lap_mean_ms",
        "Lap mean",
        MetricTable.Laps,
        MetricUnit.Milliseconds,
        new MeanLap()
    )
    {
        Meaning = "of `lap_messages` consecutive round trips",
        IsCompared = true,
    };

    public static IReadOnlyList<Metric> All =>
        [
            Time("rtt_uncorrected_p50_ns", "Uncorrected p50", HistogramKind.Uncorrected, 0.5, FromSend),
            Time("rtt_uncorrected_p99_ns", "Uncorrected p99", HistogramKind.Uncorrected, 0.99, FromSend) with
            {
                Terminal = new("p99\nuncorr.", 5),
            },
            Time("send_lateness_p50_ns", "Send lateness p50", HistogramKind.SendLateness, 0.5, ToSend),
            Time("send_lateness_p99_ns", "Send lateness p99", HistogramKind.SendLateness, 0.99, ToSend) with
            {
                Terminal = new("late\np99", 6),
            },
            Create(
                MetricTable.OpenLoop,
                "achieved_rate",
                "Achieved rate",
                MetricUnit.Share,
                new PerWindow(s => s.AchievedRate)
            ) with
            {
                Meaning = "open loop: share of the rate; below 0.99 the cell is `invalid`",
                Terminal = new("of the\nrate", 4),
                HigherIsFaster = true,
            },
            Create(
                MetricTable.OneWay,
                "received_bytes_per_s",
                "Received",
                MetricUnit.BytesPerS,
                Metric.Throughput.Estimation
            ) with
            {
                Meaning = "one way: what the server counted",
                Factor = s => s.Load.IsOneWay ? s.MessageBytes : null,
                Terminal = new("Received", 4),
                HigherIsFaster = true,
            },
            Create(
                MetricTable.OneWay,
                "sent_per_s",
                "Sent",
                MetricUnit.MessagesPerS,
                new PerWindow(s => s.DurationNs > 0 ? s.Sent / (s.DurationNs / 1e9) : null)
            ) with
            {
                Meaning = "one way: what the client sent",
                Factor = s => s.Load.IsOneWay ? 1 : null,
                Terminal = new("Sent", 6),
                HigherIsFaster = true,
            },
            Time("connect_p50_ns", "Connect p50", HistogramKind.Connects, 0.5, FromConnect) with
            {
                Terminal = new("connect\np50", 4),
            },
            Time("connect_p99_ns", "Connect p99", HistogramKind.Connects, 0.99, FromConnect),
            Time("first_byte_p50_ns", "First byte p50", HistogramKind.FirstBytes, 0.5, FromConnect) with
            {
                Terminal = new("1st byte\np50", 6),
            },
            Time("first_byte_p99_ns", "First byte p99", HistogramKind.FirstBytes, 0.99, FromConnect),
            Create(
                MetricTable.Tick,
                "snapshots_per_s",
                "Snapshots",
                MetricUnit.MessagesPerS,
                new PerWindow(s =>
                    s is { Snapshots: { } counted, DurationNs: > 0 } ? counted.Received / (s.DurationNs / 1e9) : null
                )
            ) with
            {
                Meaning = "all snapshots, on all connections",
                Terminal = new("Snapshots", 4),
                HigherIsFaster = true,
            },
            Time("snapshot_lateness_p50_ns", "Snapshot lateness p50", HistogramKind.SnapshotLateness, 0.5, FromTick),
            Time(
                "snapshot_lateness_p99_ns",
                "Snapshot lateness p99",
                HistogramKind.SnapshotLateness,
                0.99,
                FromTick
            ) with
            {
                Terminal = new("late\np99", 5),
            },
            Time("snapshot_skew_p50_ns", "Snapshot skew p50", HistogramKind.SnapshotSkew, 0.5, FromFirstArrival),
            Time("snapshot_skew_p99_ns", "Snapshot skew p99", HistogramKind.SnapshotSkew, 0.99, FromFirstArrival) with
            {
                Terminal = new("skew\np99", 6),
            },
            Create(
                MetricTable.Network,
                "goodput_bytes_per_s",
                "Goodput",
                MetricUnit.BytesPerS,
                Metric.Throughput.Estimation
            ) with
            {
                Meaning = "impaired network: bytes of answered messages",
                Factor = s => s.Network is null ? null : s.MeanMessageBytes,
                Terminal = new("Goodput", 6),
                HigherIsFaster = true,
            },
            Create(MetricTable.Network, "stalled_share", "Stalled", MetricUnit.Share, Continuous(StalledShare)) with
            {
                Meaning = "share of messages that took over twice as long as the fastest tenth",
                Terminal = new("stalled", 4),
            },
            Create(
                MetricTable.Network,
                "wire_bytes_per_msg",
                "On the wire",
                MetricUnit.Bytes,
                PerAnswer(network => network.Bytes)
            ) with
            {
                Meaning = "packets both ways",
                Terminal = new("wire/msg", 7),
            },
            Create(
                MetricTable.Network,
                "impairment_cpu_ns_per_msg",
                "Impairment CPU",
                MetricUnit.Nanoseconds,
                PerAnswer(network => network.CpuNs)
            ) with
            {
                Meaning = "of the network engine",
            },
            Memory("server", "Server", window => window.ServerBytesPerConnection, rank: 4),
            Memory("client", "Client", window => window.ClientBytesPerConnection, rank: 5),
            LapMean,
        ];

    private static Metric Create(MetricTable table, string key, string title, MetricUnit unit, Estimation estimation) =>
        new(key, title, table, unit, estimation);

    private static Metric Time(string key, string title, HistogramKind kind, double quantile, string meaning) =>
        new(
            key,
            title,
            meaning is FromSend or ToSend ? MetricTable.OpenLoop
                : meaning == FromConnect ? MetricTable.Churn
                : MetricTable.Tick,
            MetricUnit.Nanoseconds,
            new Quantile(quantile) { Counts = window => window[kind] }
        )
        {
            Meaning = meaning,
        };

    private static Metric Memory(string side, string title, Func<CountedWindow, long?> bytes, int rank) =>
        new(
            $"{side}_bytes_per_connection",
            $"{title} memory per connection",
            MetricTable.Memory,
            MetricUnit.Bytes,
            Continuous(window => bytes(window))
        )
        {
            Meaning = "from 100 connections on",
            Terminal = new($"{side}\nRAM/conn", rank),
        };

    private static PerWindow Continuous(Func<CountedWindow, double?> value) =>
        new(value) { NeedsContinuousWindow = true };

    /// <summary>The share of messages that took more than twice as long as undisturbed ones: they waited until their
    /// own packet, or an earlier one of the same stream, was sent again. Null where there are too few
    /// messages.</summary>
    private static double? StalledShare(CountedWindow window)
    {
        if (window.Network is null)
            return null;
        var roundTrips = Histogram.FromSparse(window.Histogram);
        return roundTrips.Count < MinMessagesForShare
            ? null
            : (double)roundTrips.CountAbove(2 * roundTrips.PercentileNs(UndisturbedQuantile)) / roundTrips.Count;
    }

    /// <summary>An amount divided by all answers of the window, counted or not, because all of them passed the
    /// network.</summary>
    private static PerWindow PerAnswer(Func<NetworkUse, long> amount) =>
        Continuous(window =>
            window is { Network: { } network, Answered: > 0 } ? (double)amount(network) / window.Answered : null
        );
}
