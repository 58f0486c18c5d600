using Pingmark.Model;
using Pingmark.Statistics;
using Pingmark.Tests.Evidence;
using Pingmark.Wording;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class MetricsTests
{
    private static Histogram Values(int count)
    {
        var histogram = new Histogram();
        histogram.Record(500, count);
        return histogram;
    }

    [Theory]
    [InlineData(0.5, 20)]
    [InlineData(0.9, 100)]
    [InlineData(0.99, 1000)]
    [InlineData(0.999, 10_000)]
    public void A_percentile_needs_ten_values_beyond_it(double q, int values)
    {
        Assert.Null(Metrics.PercentileNs(Values(values - 1), q));
        Assert.Equal(500, Metrics.PercentileNs(Values(values), q));
    }

    [Fact]
    public void Rates_and_round_trips_are_those_of_the_stretch()
    {
        var stretch = Trial.Stretch(2000, seconds: 0.5);
        Assert.Equal((2000, 500_000), (Metrics.ThroughputPerS(stretch), Metrics.RttMeanNs(stretch)));
        Assert.Equal(500_000, Metrics.RttP50Ns(stretch)!.Value, 500.0);
    }

    [Fact]
    public void Corrupt_answers_are_not_in_the_mean() =>
        Assert.Equal(
            1000,
            Metrics.RttMeanNs(
                new Stretch
                {
                    Received = 10,
                    Corrupt = 2,
                    RttSumNs = 8000,
                }
            )
        );

    [Fact]
    public void Nothing_received_has_no_round_trip_and_no_time_no_rate()
    {
        Assert.Null(Metrics.RttMeanNs(new Stretch { DurationNs = 5 }));
        Assert.Null(Metrics.RttP50Ns(new Stretch { DurationNs = 5 }));
        Assert.Null(Metrics.ThroughputPerS(new Stretch()));
    }

    [Fact]
    public void Each_sides_cost_is_over_its_own_messages()
    {
        var stretch = Trial.Stretch() with
        {
            Server = new()
            {
                Messages = 100,
                CpuUserNs = 300,
                CpuSystemNs = 100,
                VoluntarySwitches = 40,
                InvoluntarySwitches = 10,
            },
            Client = new()
            {
                Messages = 50,
                CpuUserNs = 100,
                AllocatedBytes = 25,
            },
        };
        Assert.Equal((4, 2), (Metrics.ServerCpuNsPerMsg(stretch), Metrics.ClientCpuNsPerMsg(stretch)));
        Assert.Equal(
            (0.5, 0),
            (Metrics.ServerContextSwitchesPerMsg(stretch), Metrics.ClientContextSwitchesPerMsg(stretch))
        );
        Assert.Equal(
            (null, 0.5),
            (Metrics.ServerAllocatedBytesPerMsg(stretch), Metrics.ClientAllocatedBytesPerMsg(stretch))
        );
    }

    [Fact]
    public void Costs_without_usage_or_messages_are_unknown()
    {
        Assert.Null(Metrics.ServerCpuNsPerMsg(new Stretch()));
        Assert.Null(Metrics.ServerCpuNsPerMsg(new Stretch { Server = new() { CpuUserNs = 5 } }));
    }

    [Theory]
    [InlineData("throughput_per_s")]
    [InlineData("rtt_p50_ns")]
    [InlineData("server_cpu_ns_per_msg")]
    public void Compared_metrics_have_names(string name) => Assert.NotNull(Metrics.ByName(name)(Trial.Stretch()));

    [Fact]
    public void Another_name_is_a_mistake() => Assert.Throws<ArgumentException>(() => Metrics.ByName("speed"));
}
