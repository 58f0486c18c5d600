using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Schema;

public class MetricUnitTests
{
    [Fact]
    public void A_key_names_its_unit() =>
        Assert.All(
            Metric.All,
            metric =>
                Assert.Contains(
                    metric.Unit.ChartName switch
                    {
                        "per_s" => "_per_s",
                        "number" or "share" => "",
                        var unit => $"_{unit}",
                    },
                    metric.Key
                )
        );

    [Theory]
    [InlineData("rtt_p50_ns", "rtt_p50_seconds", "seconds", 1e-9)]
    [InlineData("server_cpu_ns_per_msg", "server_cpu_per_message_seconds", "seconds", 1e-9)]
    [InlineData("throughput_per_s", "throughput_messages_per_second", "", 1)]
    [InlineData("goodput_bytes_per_s", "goodput_bytes_per_second", "", 1)]
    [InlineData("wire_bytes_per_msg", "wire_per_message_bytes", "bytes", 1)]
    [InlineData("stalled_share", "stalled_ratio", "ratio", 1)]
    [InlineData("achieved_rate", "achieved_rate_ratio", "ratio", 1)]
    [InlineData("busy_threads", "busy_threads", "", 1)]
    public void Monitoring_has_base_units(string key, string name, string unit, double factor) =>
        Assert.Equal((name, unit, factor), Metric.Find(key)!.Unit.MonitoringName(key));

    [Theory]
    [InlineData("stalled_share", 0.25, "25 %")]
    [InlineData("goodput_bytes_per_s", 2.5e6, "2.5 MB/s")]
    [InlineData("lap_mean_ms", 1.5, "1.5 ms")]
    [InlineData("lap_mean_ms", double.NaN, "-")]
    public void People_read_values_with_their_unit(string key, double value, string text) =>
        Assert.Equal(text, Metric.Find(key)!.Format(value));
}
