using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics that nearly all scenarios have: throughput and round trips.</summary>
internal static class RoundTripMetrics
{
    public static readonly Metric Throughput = new(
        "throughput_per_s",
        "Throughput",
        MetricTable.Times,
        MetricUnit.MessagesPerS,
        new PerWindow(s => s.DurationNs > 0 ? s.ThroughputPerS : null) { OfSlices = SliceValues.Rates }
    )
    {
        Meaning = "answered messages; from slices a geometric mean",
        Terminal = new("Rate", 1) { Abbreviation = "rate" },
        IsCompared = true,
        HigherIsFaster = true,
    };

    public static readonly Metric P50 = Time("rtt_p50_ns", "RTT p50", Percentile(0.5)) with
    {
        Terminal = new("RTT p50", 2) { Abbreviation = "p50" },
        IsCompared = true,
        IsInNbn = true,
    };

    public static readonly Metric Mean = Time(
        "rtt_mean_ns",
        "RTT mean",
        new PerWindow(s => s.RttMeanNs) { OfSlices = SliceValues.MeanRoundTrips }
    ) with
    {
        IsCompared = true,
    };

    public static readonly IReadOnlyList<Metric> All =
    [
        Throughput,
        Time("rtt_p1_ns", "RTT p1", Percentile(0.01)) with
        {
            Table = MetricTable.Published,
        },
        P50,
        Time("rtt_p90_ns", "RTT p90", Percentile(0.9)) with
        {
            IsCompared = true,
            IsInNbn = true,
        },
        Time("rtt_p99_ns", "RTT p99", Percentile(0.99)) with
        {
            Terminal = new("p99", 3),
            IsCompared = true,
            IsInNbn = true,
        },
        Time("rtt_p999_ns", "RTT p99.9", new Quantile(0.999)) with
        {
            Meaning = "from continuous windows",
        },
        Time("rtt_max_ns", "RTT max", new LongestRoundTrip()) with
        {
            Meaning = "from continuous windows; it has no interval",
            IsInNbn = true,
        },
        Mean,
    ];

    /// <summary>A percentile that slices tell as well as continuous windows.</summary>
    private static Quantile Percentile(double share) =>
        new(share) { OfSlices = trial => SliceValues.Percentiles(trial, share) };

    private static Metric Time(string key, string title, Estimation estimation) =>
        new(key, title, MetricTable.Times, MetricUnit.Nanoseconds, estimation);
}
