using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of a load that makes a connection for each message.</summary>
internal static class ChurnMetrics
{
    public static IReadOnlyList<Metric> All =>
        [
            Churn("connect_p50_ns", "Connect p50", Connect(0.5)) with
            {
                Terminal = new("connect\np50", 4),
            },
            Churn("connect_p99_ns", "Connect p99", Connect(0.99)),
            Churn("first_byte_p50_ns", "First byte p50", FirstByte(0.5)) with
            {
                Terminal = new("1st byte\np50", 6),
            },
            Churn("first_byte_p99_ns", "First byte p99", FirstByte(0.99)),
        ];

    private static Metric Churn(string key, string title, Estimation estimation) =>
        new(key, title, MetricTable.Churn, NumberText.Duration, estimation)
        {
            Meaning = "of `churn`: since the connect began",
        };

    private static Quantile Connect(double q) => new(q) { Counts = s => s[HistogramKind.Connects] };

    private static Quantile FirstByte(double q) => new(q) { Counts = s => s[HistogramKind.FirstBytes] };
}
