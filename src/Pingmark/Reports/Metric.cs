using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>A figure of a cell: its key in summary.json, its name for people and how it is written for them.</summary>
internal sealed record Metric(string Key, string Title, Func<double, string> Format, Func<CellSummary, Estimate?> Of)
{
    public static readonly Metric Throughput = new(
        "throughput_per_s",
        "Throughput",
        NumberText.Rate,
        c => c.ThroughputPerS
    );
    public static readonly Metric P50 = new("rtt_p50_ns", "RTT p50", NumberText.Duration, c => c.RttP50Ns);
    public static readonly Metric P90 = new("rtt_p90_ns", "RTT p90", NumberText.Duration, c => c.RttP90Ns);
    public static readonly Metric P99 = new("rtt_p99_ns", "RTT p99", NumberText.Duration, c => c.RttP99Ns);
    public static readonly Metric P999 = new("rtt_p999_ns", "RTT p99.9", NumberText.Duration, c => c.RttP999Ns);
    public static readonly Metric Max = new("rtt_max_ns", "RTT max", NumberText.Duration, c => c.RttMaxNs);
    public static readonly Metric Mean = new("rtt_mean_ns", "RTT mean", NumberText.Duration, c => c.RttMeanNs);
    public static readonly Metric LapMean = new("lap_mean_ms", "Lap mean", Milliseconds, c => c.LapMeanMs);
    public static readonly Metric ServerCpu = new(
        "server_cpu_ns_per_msg",
        "Server CPU",
        NumberText.Duration,
        c => c.ServerCpuNsPerMsg
    );

    /// <summary>What a message costs, server and client apart.</summary>
    public static readonly IReadOnlyList<Metric> Costs =
    [
        ServerCpu,
        new("client_cpu_ns_per_msg", "Client CPU", NumberText.Duration, c => c.ClientCpuNsPerMsg),
        new(
            "server_context_switches_per_msg",
            "Server context switches",
            NumberText.Number,
            c => c.ServerContextSwitchesPerMsg
        ),
        new(
            "client_context_switches_per_msg",
            "Client context switches",
            NumberText.Number,
            c => c.ClientContextSwitchesPerMsg
        ),
        new("server_allocated_bytes_per_msg", "Server allocated", NumberText.Bytes, c => c.ServerAllocatedBytesPerMsg),
        new("client_allocated_bytes_per_msg", "Client allocated", NumberText.Bytes, c => c.ClientAllocatedBytesPerMsg),
    ];

    /// <summary>Round trips and throughput, in the order of a report.</summary>
    public static readonly IReadOnlyList<Metric> Times = [P50, P90, P99, P999, Max, Mean, Throughput];

    /// <summary>Every estimate of a cell, in the order of summary.json.</summary>
    public static readonly IReadOnlyList<Metric> All = [Throughput, P50, P90, P99, P999, Max, Mean, LapMean, .. Costs];

    /// <summary>Null for a metric that this version doesn't know: a published figure may be of any kind.</summary>
    public static Metric? Find(string key) => All.FirstOrDefault(m => m.Key == key);

    /// <summary>The figure alone: <c>8.7 µs</c>.</summary>
    public string Text(CellSummary cell) => Of(cell) is { } estimate ? Format(estimate.Value) : NumberText.Missing;

    /// <summary>The figure and its interval: <c>8.7 µs ± 1.2 %</c>.</summary>
    public string TextWithInterval(CellSummary cell) =>
        Of(cell) is { } estimate
            ? $"{Format(estimate.Value)} {EstimateText.PlusMinus(estimate)}".TrimEnd()
            : NumberText.Missing;

    /// <summary>Laps keep their unit, as published ones have always been in ms.</summary>
    private static string Milliseconds(double ms) =>
        double.IsFinite(ms) ? $"{NumberText.Number(ms)} ms" : NumberText.Missing;
}
