using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of an impaired network.</summary>
internal static class NetworkMetrics
{
    /// <summary>The quantile of round trips that stands for those without trouble.</summary>
    private const double Undisturbed = 0.1;

    /// <summary>The fewest messages that tell a share.</summary>
    private const int FewestMessages = 20;

    public static readonly IReadOnlyList<Metric> All =
    [
        Row("goodput_bytes_per_s", "Goodput", Metric.MegabytesPerS, Metric.Throughput.Estimation) with
        {
            Meaning = "impaired network: bytes of answered messages",
            Unit = s => s.Network is null ? null : s.MeanMessageBytes,
            Terminal = new("Goodput", 6),
            HigherIsFaster = true,
        },
        Row(
            "stalled_share",
            "Stalled",
            NumberText.Percent,
            new PerWindow(Stalled) { NeedsContinuousWindow = true }
        ) with
        {
            Meaning = "share of messages that took over twice as long as the fastest tenth",
            Terminal = new("stalled", 4),
        },
        Row("wire_bytes_per_msg", "On the wire", NumberText.Bytes, PerAnswer(network => network.Bytes)) with
        {
            Meaning = "packets both ways",
            Terminal = new("wire/msg", 7),
        },
        Row(
            "impairment_cpu_ns_per_msg",
            "Impairment CPU",
            NumberText.Duration,
            PerAnswer(network => network.CpuNs)
        ) with
        {
            Meaning = "of the network engine",
        },
    ];

    /// <summary>The share of messages that took more than twice as long as those without trouble: they waited for their
    /// own packet, or one before it in the same stream, to be sent again. Null where there are too few
    /// messages.</summary>
    private static double? Stalled(CountedWindow window)
    {
        if (window.Network is null)
            return null;
        var roundTrips = Histogram.FromSparse(window.Histogram);
        return roundTrips.Count < FewestMessages
            ? null
            : (double)roundTrips.CountAbove(2 * roundTrips.PercentileNs(Undisturbed)) / roundTrips.Count;
    }

    /// <summary>An amount divided by all answers of the window, counted or not, because all of them passed the
    /// network.</summary>
    private static PerWindow PerAnswer(Func<NetworkUse, long> amount) =>
        new(window =>
            window is { Network: { } network, Answered: > 0 } ? (double)amount(network) / window.Answered : null
        )
        {
            NeedsContinuousWindow = true,
        };

    private static Metric Row(string key, string title, Func<double, string> format, Estimation estimation) =>
        new(key, title, MetricTable.Network, format, estimation);
}
