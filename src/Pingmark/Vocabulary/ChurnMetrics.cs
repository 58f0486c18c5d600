using Pingmark.Model;
using Pingmark.Wording;
using static Pingmark.Vocabulary.Estimation;

namespace Pingmark.Vocabulary;

/// <summary>The metrics of a connection for each message.</summary>
internal static class ChurnMetrics
{
    public static IReadOnlyList<Metric> All =>
        [
            Churn(
                "connect_p50_ns",
                "Connect p50",
                Connect(0.5),
                c => c.ConnectP50Ns,
                (c, value) => c with { ConnectP50Ns = value }
            ) with
            {
                Terminal = new("connect\np50", 4),
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
                Terminal = new("1st byte\np50", 6),
            },
            Churn(
                "first_byte_p99_ns",
                "First byte p99",
                FirstByte(0.99),
                c => c.FirstByteP99Ns,
                (c, value) => c with { FirstByteP99Ns = value }
            ),
        ];

    private static Metric Churn(
        string key,
        string title,
        Estimation estimation,
        Func<CellSummary, Estimate?> of,
        Func<CellSummary, Estimate?, CellSummary> fill
    ) => new(key, title, MetricTable.Churn, NumberText.Duration, estimation, of, fill);

    private static Quantile Connect(double q) => new(q) { Counts = s => s.ConnectHistogram };

    private static Quantile FirstByte(double q) => new(q) { Counts = s => s.FirstByteHistogram };
}
