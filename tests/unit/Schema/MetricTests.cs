using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Schema;

public class MetricTests
{
    private static Histogram Values(int count)
    {
        var histogram = new Histogram();
        histogram.Record(500, count);
        return histogram;
    }

    [Theory]
    [InlineData(0.01, 1000)]
    [InlineData(0.5, 20)]
    [InlineData(0.999, 10_000)]
    public void A_percentile_needs_ten_values_beyond_it(double q, int values)
    {
        Assert.Null(Values(values - 1).SupportedPercentileNs(q));
        Assert.Equal(500, Values(values).SupportedPercentileNs(q));
    }

    [Fact]
    public void Rates_and_round_trips_are_those_of_the_window()
    {
        var window = Trial.Window(2000, seconds: 0.5);
        Assert.Equal((2000, 500_000), (Of("throughput_per_s", window), Of("rtt_mean_ns", window)));
        Assert.Equal(500_000, Of("rtt_p50_ns", window)!.Value, 500.0);
    }

    [Fact]
    public void Corrupt_answers_are_not_in_the_mean_whether_they_answer_something_or_not()
    {
        foreach (var corrupt in new[] { 2, 9, 1000 })
            Assert.Equal(
                1000,
                Of(
                    "rtt_mean_ns",
                    new CountedWindow
                    {
                        Received = 10,
                        Corrupt = corrupt,
                        RttSumNs = 8000,
                        Histogram = [Histogram.IndexOf(1000), 8],
                    }
                )
            );
    }

    [Fact]
    public void Nothing_received_has_no_round_trip_no_time_no_rate_and_no_usage_no_cost()
    {
        Assert.Null(Of("rtt_mean_ns", new CountedWindow { DurationNs = 5 }));
        Assert.Null(Of("rtt_p50_ns", new CountedWindow { DurationNs = 5 }));
        Assert.Null(Of("throughput_per_s", new CountedWindow()));
        Assert.Null(Of("server_cpu_ns_per_msg", new CountedWindow()));
        Assert.Null(Of("server_cpu_ns_per_msg", new CountedWindow { ServerCost = new(5, 0, 1) }));
    }

    [Fact]
    public void Each_sides_cost_is_over_its_own_messages()
    {
        var window = Trial.Window() with
        {
            ServerCost = new(400, 100, 1000),
            ClientCost = new(200, 100, 1000),
            Server = new()
            {
                Messages = 100,
                VoluntarySwitches = 40,
                InvoluntarySwitches = 10,
            },
            Client = new() { Messages = 50, AllocatedBytes = 25 },
        };
        Assert.Equal((4, 2), (Of("server_cpu_ns_per_msg", window), Of("client_cpu_ns_per_msg", window)));
        Assert.Equal(
            (0.5, 0),
            (Of("server_context_switches_per_msg", window), Of("client_context_switches_per_msg", window))
        );
        Assert.Equal(
            (null, 0.5),
            (Of("server_allocated_bytes_per_msg", window), Of("client_allocated_bytes_per_msg", window))
        );
    }

    [Fact]
    public void Memory_is_the_servers_and_busy_threads_are_the_cpu_time_of_both_sides_over_the_time_that_passed()
    {
        var window = new CountedWindow
        {
            ServerCost = new(900, 100, 1000),
            ClientCost = new(500, 100, 1000),
            Server = new() { PeakRssBytes = 4096 },
            Client = new() { PeakRssBytes = 9 },
        };
        Assert.Equal(4096, Of("server_peak_rss_bytes", window));
        Assert.Null(Of("server_peak_rss_bytes", window with { Server = null }));
        Assert.Equal(1.4, Of("busy_threads", window)!.Value, 1e-9);
        Assert.Null(Of("busy_threads", window with { ClientCost = null }));
    }

    private static double? Of(string key, CountedWindow window) => Metric.Find(key)!.Estimation.ValueOf(window);

    /// <summary>Two of one key would be one figure; so would one of another property of summary.json.</summary>
    [Fact]
    public void Each_row_has_a_key_of_its_own_in_a_summary()
    {
        var keys = SummaryJson.Options.GetTypeInfo(typeof(CellSummary)).Properties.Select(p => p.Name).ToList();
        Assert.Equal(keys.Distinct(), keys);
        Assert.Subset(keys.ToHashSet(), Metric.All.Select(metric => metric.Key).ToHashSet());
        Assert.Subset(keys.ToHashSet(), Counter.Shown.Select(counter => counter.Key).ToHashSet());
    }

    [Fact]
    public void Headlines_are_compared() =>
        Assert.All(
            new Scenario[]
            {
                new(),
                new() { Connections = 2 },
                new() { Connections = 2, RatePerS = 5 },
            },
            s => Assert.True(Metric.Find(s.HeadlineMetric)!.IsCompared && Of(s.HeadlineMetric, Trial.Window()) > 0)
        );
}
