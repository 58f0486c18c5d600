using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of messages that go one way.</summary>
internal static class OneWayMetrics
{
    public static IReadOnlyList<Metric> All =>
        [
            new(
                "received_bytes_per_s",
                "Received",
                MetricTable.OneWay,
                Metric.MegabytesPerS,
                Metric.Throughput.Estimation
            )
            {
                Meaning = "one way: what the server counted",
                Unit = s => s.Load.IsOneWay ? s.MessageBytes : null,
                Terminal = new("Received", 4),
                HigherIsFaster = true,
            },
            new(
                "sent_per_s",
                "Sent",
                MetricTable.OneWay,
                NumberText.Rate,
                new PerWindow(s => s.DurationNs > 0 ? s.Sent / (s.DurationNs / 1e9) : null)
            )
            {
                Meaning = "one way: what the client sent",
                Unit = s => s.Load.IsOneWay ? 1 : null,
                Terminal = new("Sent", 6),
                HigherIsFaster = true,
            },
        ];
}
