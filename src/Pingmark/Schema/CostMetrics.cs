using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of what a message costs on each side.</summary>
internal static class CostMetrics
{
    public static IReadOnlyList<Metric> All =>
        [
            ServerCpu,
            Cpu("client_cpu_ns_per_msg", "Client CPU", s => s.ClientCost, parts => parts.ClientCosts) with
            {
                // Of one process there is one cost, and it is the client's.
                Terminal = new(s => s.PairThreads is null ? "client\nCPU/msg" : "CPU/msg\nof both", 8),
            },
            Busy,
            Cost(
                "server_context_switches_per_msg",
                "Server context switches",
                MetricUnit.Number,
                s => s.Server,
                usage => usage.ContextSwitches
            ),
            Cost(
                "client_context_switches_per_msg",
                "Client context switches",
                MetricUnit.Number,
                s => s.Client,
                usage => usage.ContextSwitches
            ),
            Cost(
                "server_allocated_bytes_per_msg",
                "Server allocated",
                MetricUnit.Bytes,
                s => s.Server,
                usage => usage.AllocatedBytes
            ),
            Cost(
                "client_allocated_bytes_per_msg",
                "Client allocated",
                MetricUnit.Bytes,
                s => s.Client,
                usage => usage.AllocatedBytes
            ),
            ServerMemory,
        ];

    /// <summary>The largest memory of the server's process since its start.</summary>
    public static readonly Metric ServerMemory = new(
        "server_peak_rss_bytes",
        "Server memory",
        MetricTable.Costs,
        MetricUnit.Bytes,
        new PerWindow(window => window.Server is { PeakRssBytes: > 0 and var bytes } ? bytes : null)
        {
            NeedsContinuousWindow = true,
        }
    );

    public static readonly Metric ServerCpu = Cpu(
        "server_cpu_ns_per_msg",
        "Server CPU",
        s => s.ServerCost,
        parts => parts.ServerCosts
    ) with
    {
        Terminal = new(s => s.PairThreads is null ? "server\nCPU/msg" : null, 5) { Abbreviation = "CPU" },
        IsCompared = true,
    };

    public static readonly Metric Busy = new(
        "busy_threads",
        "Busy threads",
        MetricTable.Costs,
        MetricUnit.Number,
        new PerWindow(BusyThreads)
    )
    {
        Meaning = "CPU time of both sides divided by wall time",
    };

    /// <summary>CPU time of a side's process in counted slices, divided by all answers of that time.</summary>
    private static Metric Cpu(
        string key,
        string title,
        Func<CountedWindow, SideCost?> side,
        Func<SliceParts, IReadOnlyList<SideCost>> ofSlices
    ) =>
        new(
            key,
            title,
            MetricTable.Costs,
            MetricUnit.Nanoseconds,
            new PerWindow(stretch => side(stretch)?.CpuNsPerMessage)
            {
                OfSlices = trial => SliceValues.Costs(trial, ofSlices),
            }
        )
        {
            Meaning = "user and system time",
        };

    /// <summary>The mean number of busy threads: CPU time of both sides by wall time.</summary>
    private static double? BusyThreads(CountedWindow window) =>
        window.ClientCost is { IsOfBoth: true, WallNs: > 0 } both ? (double)both.CpuNs / both.WallNs
        : window is { ServerCost: { WallNs: > 0 } server, ClientCost: { WallNs: > 0 } client }
            ? (double)server.CpuNs / server.WallNs + (double)client.CpuNs / client.WallNs
        : null;

    /// <summary>A side's counter per message, from continuous windows: reading counters costs time.</summary>
    private static Metric Cost(
        string key,
        string title,
        MetricUnit unit,
        Func<CountedWindow, Usage?> side,
        Func<Usage, long?> cost
    )
    {
        double? PerMessage(CountedWindow window) =>
            side(window) is { Messages: > 0 } usage && cost(usage) is { } value ? (double)value / usage.Messages : null;
        return new(key, title, MetricTable.Costs, unit, new PerWindow(PerMessage) { NeedsContinuousWindow = true });
    }
}
