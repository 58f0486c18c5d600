using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of messages that are sent at a fixed rate.</summary>
internal static class OpenLoopMetrics
{
    public static IReadOnlyList<Metric> All =>
        [
            OpenLoop("rtt_uncorrected_p50_ns", "Uncorrected p50", Uncorrected(0.5)),
            OpenLoop("rtt_uncorrected_p99_ns", "Uncorrected p99", Uncorrected(0.99)) with
            {
                Terminal = new("p99\nuncorr.", 5),
            },
            OpenLoop("send_lateness_p50_ns", "Send lateness p50", Lateness(0.5)),
            OpenLoop("send_lateness_p99_ns", "Send lateness p99", Lateness(0.99)) with
            {
                Terminal = new("late\np99", 6),
            },
            OpenLoop("achieved_rate", "Achieved rate", new PerWindow(s => s.AchievedRate)) with
            {
                Format = NumberText.Percent,
                Terminal = new("of the\nrate", 1),
                HigherIsFaster = true,
            },
        ];

    private static Metric OpenLoop(string key, string title, Estimation estimation) =>
        new(key, title, MetricTable.OpenLoop, NumberText.Duration, estimation);

    private static Quantile Uncorrected(double q) => new(q) { Counts = s => s[HistogramKind.Uncorrected] };

    private static Quantile Lateness(double q) => new(q) { Counts = s => s[HistogramKind.SendLateness] };
}
