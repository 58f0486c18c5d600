using Pingmark.Model;
using Pingmark.Wording;
using static Pingmark.Vocabulary.Estimation;

namespace Pingmark.Vocabulary;

/// <summary>The tables of a report that show a metric.</summary>
public enum MetricTable
{
    /// <summary>Round trips and throughput.</summary>
    Times,

    /// <summary>What a rate adds: round trips from the send, and how late messages left.</summary>
    OpenLoop,

    /// <summary>What messages that go one way add: bytes, and what was sent.</summary>
    OneWay,

    /// <summary>What a connection for each message adds: when it is connected, and when the first byte comes.</summary>
    Churn,

    /// <summary>What snapshots add that a server sends unasked: how late they arrive, and how far apart.</summary>
    Tick,

    /// <summary>What an impaired network adds: what of its rate is of use, and what passed it for that.</summary>
    Network,

    /// <summary>What many connections add: the memory that each of them takes.</summary>
    Memory,

    /// <summary>What a message costs, server and client apart.</summary>
    Costs,

    /// <summary>Laps have a table of their own.</summary>
    Laps,

    /// <summary>None: it stands beside published figures alone.</summary>
    Published,
}

/// <summary>
/// A figure of a cell, one row each: its key in summary.json and results.csv, its name for people, how it is written
/// for them, how it follows from the trials, where it stands in a <see cref="CellSummary"/> and where it is shown. A
/// new metric is a row here and a property there.
/// </summary>
public sealed record Metric(
    string Key,
    string Title,
    MetricTable Table,
    Func<double, string> Format,
    Estimation Estimation,
    Func<CellSummary, Estimate?> Of,
    Func<CellSummary, Estimate?, CellSummary> Fill
)
{
    /// <summary>Its column in the terminal; null where there is no room for it.</summary>
    public string? TerminalTitle { get; init; }

    /// <summary>How much one of what is estimated stands for, in a scenario; null where the figure has no meaning in
    /// it.</summary>
    public Func<Scenario, double?> Unit { get; init; } = _ => 1;

    /// <summary>Cells are compared with their baselines by it.</summary>
    public bool IsCompared { get; init; }

    /// <summary>False for times and costs, which are better the lower they are.</summary>
    public bool HigherIsFaster { get; init; }

    /// <summary>Those with a rate are, too.</summary>
    public bool IsComparedAtRate { get; init; }

    /// <summary>In the table of NetworkBenchmarkDotNet's custom benchmark.</summary>
    public bool IsInNbn { get; init; }

    public static readonly Metric Throughput = new(
        "throughput_per_s",
        "Throughput",
        MetricTable.Times,
        NumberText.Rate,
        new PerStretch(s => s.DurationNs > 0 ? s.ThroughputPerS : null) { OfSlices = SliceRates },
        c => c.ThroughputPerS,
        (c, value) => c with { ThroughputPerS = value }
    )
    {
        TerminalTitle = "Rate",
        IsCompared = true,
        HigherIsFaster = true,
    };

    private static readonly Metric P1 = Time(
        "rtt_p1_ns",
        "RTT p1",
        new Quantile(0.01),
        c => c.RttP1Ns,
        (c, value) => c with { RttP1Ns = value }
    ) with
    {
        Table = MetricTable.Published,
    };

    public static readonly Metric P50 = Time(
        "rtt_p50_ns",
        "RTT p50",
        new Quantile(0.5),
        c => c.RttP50Ns,
        (c, value) => c with { RttP50Ns = value }
    ) with
    {
        TerminalTitle = "RTT p50",
        IsCompared = true,
        IsInNbn = true,
    };

    public static readonly Metric Mean = Time(
        "rtt_mean_ns",
        "RTT mean",
        new PerStretch(s => s.Received > s.Corrupt ? (double)s.RttSumNs / (s.Received - s.Corrupt) : null),
        c => c.RttMeanNs,
        (c, value) => c with { RttMeanNs = value }
    );

    public static readonly Metric LapMean = new(
        "lap_mean_ms",
        "Lap mean",
        MetricTable.Laps,
        Milliseconds,
        new MeanLap(),
        c => c.LapMeanMs,
        (c, value) => c with { LapMeanMs = value }
    )
    {
        IsCompared = true,
    };

    public static readonly Metric ServerCpu = Cpu(
        "server_cpu_ns_per_msg",
        "Server CPU",
        s => s.ServerCost,
        c => c.ServerCpuNsPerMsg,
        (c, value) => c with { ServerCpuNsPerMsg = value }
    ) with
    {
        TerminalTitle = "CPU/msg",
        IsCompared = true,
    };

    public static readonly Metric Busy = new(
        "busy_threads",
        "Busy threads",
        MetricTable.Costs,
        NumberText.Number,
        new PerStretch(BusyThreads),
        c => c.BusyThreads,
        (c, value) => c with { BusyThreads = value }
    );

    /// <summary>In the order of summary.json.</summary>
    public static readonly IReadOnlyList<Metric> All =
    [
        Throughput,
        P1,
        P50,
        Time(
            "rtt_p90_ns",
            "RTT p90",
            new Quantile(0.9),
            c => c.RttP90Ns,
            (c, value) => c with { RttP90Ns = value }
        ) with
        {
            IsInNbn = true,
        },
        Time(
            "rtt_p99_ns",
            "RTT p99",
            new Quantile(0.99),
            c => c.RttP99Ns,
            (c, value) => c with { RttP99Ns = value }
        ) with
        {
            TerminalTitle = "p99",
            IsComparedAtRate = true,
            IsInNbn = true,
        },
        Time(
            "rtt_p999_ns",
            "RTT p99.9",
            new Quantile(0.999),
            c => c.RttP999Ns,
            (c, value) => c with { RttP999Ns = value }
        ),
        Time(
            "rtt_max_ns",
            "RTT max",
            new LongestRoundTrip(),
            c => c.RttMaxNs,
            (c, value) => c with { RttMaxNs = value }
        ) with
        {
            IsInNbn = true,
        },
        Mean,
        OpenLoop(
            "rtt_uncorrected_p50_ns",
            "Uncorrected p50",
            Uncorrected(0.5),
            c => c.RttUncorrectedP50Ns,
            (c, value) => c with { RttUncorrectedP50Ns = value }
        ),
        OpenLoop(
            "rtt_uncorrected_p99_ns",
            "Uncorrected p99",
            Uncorrected(0.99),
            c => c.RttUncorrectedP99Ns,
            (c, value) => c with { RttUncorrectedP99Ns = value }
        ) with
        {
            TerminalTitle = "uncorr.",
        },
        OpenLoop(
            "send_lateness_p50_ns",
            "Send lateness p50",
            Lateness(0.5),
            c => c.SendLatenessP50Ns,
            (c, value) => c with { SendLatenessP50Ns = value }
        ),
        OpenLoop(
            "send_lateness_p99_ns",
            "Send lateness p99",
            Lateness(0.99),
            c => c.SendLatenessP99Ns,
            (c, value) => c with { SendLatenessP99Ns = value }
        ) with
        {
            TerminalTitle = "late",
        },
        OpenLoop(
            "achieved_rate",
            "Achieved rate",
            new PerStretch(s => s.AchievedRate),
            c => c.AchievedRate,
            (c, value) => c with { AchievedRate = value }
        ) with
        {
            Format = NumberText.Percent,
            TerminalTitle = "Rate",
            HigherIsFaster = true,
        },
        new(
            "received_bytes_per_s",
            "Received",
            MetricTable.OneWay,
            MegabytesPerS,
            Throughput.Estimation,
            c => c.ReceivedBytesPerS,
            (c, value) => c with { ReceivedBytesPerS = value }
        )
        {
            Unit = s => s.IsOneWay ? s.MessageBytes : null,
            TerminalTitle = "Received",
            HigherIsFaster = true,
        },
        new(
            "sent_per_s",
            "Sent",
            MetricTable.OneWay,
            NumberText.Rate,
            new PerStretch(s => s.DurationNs > 0 ? s.Sent / (s.DurationNs / 1e9) : null),
            c => c.SentPerS,
            (c, value) => c with { SentPerS = value }
        )
        {
            Unit = s => s.IsOneWay ? 1 : null,
            TerminalTitle = "Sent",
            HigherIsFaster = true,
        },
        Churn(
            "connect_p50_ns",
            "Connect p50",
            Connect(0.5),
            c => c.ConnectP50Ns,
            (c, value) => c with { ConnectP50Ns = value }
        ) with
        {
            TerminalTitle = "connect",
        },
        Churn(
            "connect_p99_ns",
            "Connect p99",
            Connect(0.99),
            c => c.ConnectP99Ns,
            (c, value) => c with { ConnectP99Ns = value }
        ),
        Churn(
            "first_byte_p50_ns",
            "First byte p50",
            FirstByte(0.5),
            c => c.FirstByteP50Ns,
            (c, value) => c with { FirstByteP50Ns = value }
        ) with
        {
            TerminalTitle = "1st byte",
        },
        Churn(
            "first_byte_p99_ns",
            "First byte p99",
            FirstByte(0.99),
            c => c.FirstByteP99Ns,
            (c, value) => c with { FirstByteP99Ns = value }
        ),
        .. TickMetrics.All,
        .. NetworkMetrics.All,
        .. MemoryMetrics.All,
        LapMean,
        ServerCpu,
        Cpu(
            "client_cpu_ns_per_msg",
            "Client CPU",
            s => s.ClientCost,
            c => c.ClientCpuNsPerMsg,
            (c, value) => c with { ClientCpuNsPerMsg = value }
        ),
        Busy,
        Cost(
            "server_context_switches_per_msg",
            "Server context switches",
            NumberText.Number,
            s => s.Server,
            usage => usage.ContextSwitches,
            c => c.ServerContextSwitchesPerMsg,
            (c, value) => c with { ServerContextSwitchesPerMsg = value }
        ),
        Cost(
            "client_context_switches_per_msg",
            "Client context switches",
            NumberText.Number,
            s => s.Client,
            usage => usage.ContextSwitches,
            c => c.ClientContextSwitchesPerMsg,
            (c, value) => c with { ClientContextSwitchesPerMsg = value }
        ),
        Cost(
            "server_allocated_bytes_per_msg",
            "Server allocated",
            NumberText.Bytes,
            s => s.Server,
            usage => usage.AllocatedBytes,
            c => c.ServerAllocatedBytesPerMsg,
            (c, value) => c with { ServerAllocatedBytesPerMsg = value }
        ),
        Cost(
            "client_allocated_bytes_per_msg",
            "Client allocated",
            NumberText.Bytes,
            s => s.Client,
            usage => usage.AllocatedBytes,
            c => c.ClientAllocatedBytesPerMsg,
            (c, value) => c with { ClientAllocatedBytesPerMsg = value }
        ),
    ];

    /// <summary>The metrics of a table in the order of reports: round trips, then throughput.</summary>
    public static IReadOnlyList<Metric> In(MetricTable table) =>
        All.Where(metric => metric.Table == table).OrderBy(metric => metric == Throughput).ToList();

    /// <summary>Null for a metric that this version doesn't know: a published figure may be of any kind.</summary>
    public static Metric? Find(string key) => All.FirstOrDefault(m => m.Key == key);

    /// <summary>The figure alone: <c>8.7 µs</c>.</summary>
    public string Text(CellSummary cell) => Of(cell) is { } estimate ? Format(estimate.Value) : NumberText.Missing;

    private static Metric Time(
        string key,
        string title,
        Estimation estimation,
        Func<CellSummary, Estimate?> of,
        Func<CellSummary, Estimate?, CellSummary> fill
    ) => new(key, title, MetricTable.Times, NumberText.Duration, estimation, of, fill);

    private static Metric OpenLoop(
        string key,
        string title,
        Estimation estimation,
        Func<CellSummary, Estimate?> of,
        Func<CellSummary, Estimate?, CellSummary> fill
    ) => new(key, title, MetricTable.OpenLoop, NumberText.Duration, estimation, of, fill);

    private static Metric Churn(
        string key,
        string title,
        Estimation estimation,
        Func<CellSummary, Estimate?> of,
        Func<CellSummary, Estimate?, CellSummary> fill
    ) => new(key, title, MetricTable.Churn, NumberText.Duration, estimation, of, fill);

    private static Quantile Connect(double q) => new(q) { Counts = s => s.ConnectHistogram };

    private static Quantile FirstByte(double q) => new(q) { Counts = s => s.FirstByteHistogram };

    private static Quantile Uncorrected(double q) => new(q) { Counts = s => s.UncorrectedHistogram };

    private static Quantile Lateness(double q) => new(q) { Counts = s => s.SendLatenessHistogram };

    /// <summary>Of the process, around the very slices: what a side used in a run, over all answers of it.</summary>
    private static Metric Cpu(
        string key,
        string title,
        Func<Stretch, SideCost?> side,
        Func<CellSummary, Estimate?> of,
        Func<CellSummary, Estimate?, CellSummary> fill
    ) =>
        new(
            key,
            title,
            MetricTable.Costs,
            NumberText.Duration,
            new PerStretch(stretch => side(stretch)?.CpuNsPerMessage),
            of,
            fill
        );

    /// <summary>CPU time of both sides over the time that passed: throughput times what a message costs.</summary>
    private static double? BusyThreads(Stretch stretch) =>
        stretch.ClientCost is { IsOfBoth: true, WallNs: > 0 } both ? (double)both.CpuNs / both.WallNs
        : stretch is { ServerCost: { WallNs: > 0 } server, ClientCost: { WallNs: > 0 } client }
            ? (double)server.CpuNs / server.WallNs + (double)client.CpuNs / client.WallNs
        : null;

    /// <summary>A side's own counters over its own messages, of unbroken stretches: asking for them costs the worker
    /// something, too.</summary>
    private static Metric Cost(
        string key,
        string title,
        Func<double, string> format,
        Func<Stretch, Usage?> side,
        Func<Usage, long?> cost,
        Func<CellSummary, Estimate?> of,
        Func<CellSummary, Estimate?, CellSummary> fill
    )
    {
        double? PerMessage(Stretch stretch) =>
            side(stretch) is { Messages: > 0 } usage && cost(usage) is { } value
                ? (double)value / usage.Messages
                : null;
        return new(key, title, MetricTable.Costs, format, new PerStretch(PerMessage) { IsOfUnbroken = true }, of, fill);
    }

    /// <summary>A slice without an answer would have no logarithm: it counts as half an answer.</summary>
    private static IReadOnlyList<double> SliceRates(TrialRecord trial)
    {
        var least = trial.Slices is { DurationNs: > 0 } slices
            ? 0.5e9 * trial.SliceRatesPerS.Count / slices.DurationNs
            : 0.5;
        return trial.PassRatesPerS.Select(rate => Math.Max(least, rate)).ToList();
    }

    /// <summary>Decimal, as of networks.</summary>
    internal static string MegabytesPerS(double bytesPerS) =>
        double.IsFinite(bytesPerS) ? $"{NumberText.Number(bytesPerS / 1e6)} MB/s" : NumberText.Missing;

    /// <summary>Laps keep their unit, as published ones have always been in ms.</summary>
    private static string Milliseconds(double ms) =>
        double.IsFinite(ms) ? $"{NumberText.Number(ms)} ms" : NumberText.Missing;
}
