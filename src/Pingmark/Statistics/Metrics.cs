using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>Figures of one stretch, by their names in summary.json. Null where the stretch can't tell.</summary>
public static class Metrics
{
    /// <summary>A percentile is not printed with fewer values than this beyond it.</summary>
    private const int FewestBeyond = 10;

    public static double? ThroughputPerS(Stretch s) => s.DurationNs > 0 ? s.ThroughputPerS : null;

    public static double? RttMeanNs(Stretch s) =>
        s.Received > s.Corrupt ? (double)s.RttSumNs / (s.Received - s.Corrupt) : null;

    public static double? RttP50Ns(Stretch s) => PercentileNs(Histogram.FromSparse(s.Histogram), 0.5);

    public static double? PercentileNs(Histogram rtt, double q) =>
        rtt.Count - Math.Ceiling(q * rtt.Count) >= FewestBeyond ? rtt.PercentileNs(q) : null;

    public static double? ServerCpuNsPerMsg(Stretch s) => PerMessage(s.Server, u => u.CpuNs);

    public static double? ClientCpuNsPerMsg(Stretch s) => PerMessage(s.Client, u => u.CpuNs);

    public static double? ServerContextSwitchesPerMsg(Stretch s) => PerMessage(s.Server, u => u.ContextSwitches);

    public static double? ClientContextSwitchesPerMsg(Stretch s) => PerMessage(s.Client, u => u.ContextSwitches);

    public static double? ServerAllocatedBytesPerMsg(Stretch s) => PerMessage(s.Server, u => u.AllocatedBytes);

    public static double? ClientAllocatedBytesPerMsg(Stretch s) => PerMessage(s.Client, u => u.AllocatedBytes);

    /// <summary>Each side's cost over that side's own messages of the same window.</summary>
    private static double? PerMessage(Usage? usage, Func<Usage, long?> cost) =>
        usage is { Messages: > 0 } && cost(usage) is { } value ? (double)value / usage.Messages : null;

    public static Func<Stretch, double?> ByName(string metric) =>
        metric switch
        {
            "throughput_per_s" => ThroughputPerS,
            "rtt_p50_ns" => RttP50Ns,
            "server_cpu_ns_per_msg" => ServerCpuNsPerMsg,
            _ => throw new ArgumentException($"no metric '{metric}' is compared", nameof(metric)),
        };
}
