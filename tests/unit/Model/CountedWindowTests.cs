using Pingmark.Host;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Model;

public class CountedWindowTests
{
    private static Measurement Part(long received, long rttNs, long silent = 0)
    {
        var rtt = new Histogram();
        rtt.Record(rttNs, received);
        return new()
        {
            FromNs = 0,
            ToNs = 1000,
            Sent = received + 1,
            Received = received,
            Lost = 1,
            Answered = received,
            Late = 2,
            Rtt = rtt,
            RttMaxNs = rttNs,
            RttSumNs = received * rttNs,
            SilentConnections = silent,
            LapsNs = [rttNs],
        };
    }

    [Fact]
    public void Slices_add_up()
    {
        var window = CountedWindow.FromParts([Part(3, 10), Part(4, 30)]);
        Assert.Equal((2000, 9, 7, 2, 4), (window.DurationNs, window.Sent, window.Received, window.Lost, window.Late));
        Assert.Equal((30, 150), (window.RttMaxNs, window.RttSumNs));
        Assert.Equal([10, 3, 30, 4], window.Histogram);
        Assert.Equal([10, 30], window.LapsNs);
        Assert.Equal(3_500_000, window.ThroughputPerS, 3);
    }

    [Fact]
    public void Only_a_continuous_window_tells_of_silent_connections() =>
        Assert.Equal(
            (5, 0),
            (
                CountedWindow.FromParts([Part(1, 1, silent: 5)]).SilentConnections,
                CountedWindow.FromParts([Part(1, 1, silent: 5), Part(1, 1)]).SilentConnections
            )
        );

    [Fact]
    public void The_machines_time_never_runs_backwards()
    {
        var earlier = HostCpuReader.Read();
        var used = HostCpuReader.Read() - earlier;
        Assert.True(used is { BusyNs: >= 0, SoftirqNs: >= 0, StealNs: >= 0 });
    }
}
