using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of messages that are sent at a fixed rate.</summary>
internal static class OpenLoopMetrics
{
    private const string FromTheSend = "open loop: from the actual send",
        ToTheSend = "open loop: from the intended time to the send";

    public static IReadOnlyList<Metric> All =>
        [
            OpenLoop("rtt_uncorrected_p50_ns", "Uncorrected p50", Uncorrected(0.5)) with
            {
                Meaning = FromTheSend,
            },
            OpenLoop("rtt_uncorrected_p99_ns", "Uncorrected p99", Uncorrected(0.99)) with
            {
                Meaning = FromTheSend,
                Terminal = new("p99\nuncorr.", 5),
            },
            OpenLoop("send_lateness_p50_ns", "Send lateness p50", Lateness(0.5)) with
            {
                Meaning = ToTheSend,
            },
            OpenLoop("send_lateness_p99_ns", "Send lateness p99", Lateness(0.99)) with
            {
                Meaning = ToTheSend,
                Terminal = new("late\np99", 6),
            },
            OpenLoop("achieved_rate", "Achieved rate", new PerWindow(s => s.AchievedRate)) with
            {
                Meaning = "open loop: share of the rate; below 0.99 the cell is `invalid`",
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
