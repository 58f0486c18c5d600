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
        var window = CountedWindow.CombineWindows([Part(3, 10), Part(4, 30)]);
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
                CountedWindow.CombineWindows([Part(1, 1, silent: 5)]).SilentConnections,
                CountedWindow.CombineWindows([Part(1, 1, silent: 5), Part(1, 1)]).SilentConnections
            )
        );

    private static CountedWindow Window(long received, long rttNs, long silent, Usage server) =>
        CountedWindow.CombineWindows([Part(received, rttNs, silent)]) with
        {
            Server = server,
            ServerCost = new(100, received, 1000),
            AccountedNs = 1500,
            Host = new(10, 2, 1) { Cores = 2 },
            ControllerCpuNs = 5,
            UdpReceiveDrops = 3,
            RepeatedWindows = 1,
        };

    [Fact]
    public void Parts_of_a_continuous_window_add_up()
    {
        var first = Window(
            3,
            10,
            silent: 4,
            new()
            {
                CpuUserNs = 70,
                Connections = 16,
                PeakRssBytes = 900,
            }
        );
        var all = first.Append(Window(4, 30, silent: 1, new() { CpuUserNs = 30, Connections = 15 }));
        Assert.Equal(
            (2000, 9, 7, 2, 4, 1),
            (all.DurationNs, all.Sent, all.Received, all.Lost, all.Late, all.SilentConnections)
        );
        Assert.Equal((30, 150, 3000, 2), (all.RttMaxNs, all.RttSumNs, all.AccountedNs, all.RepeatedWindows));
        Assert.Equal([10, 3, 30, 4], all.Histogram);
        Assert.Equal([10, 30], all.LapsNs);
        Assert.Equal((100, 15), (all.Server!.CpuUserNs, all.Server.Connections));
        Assert.Equal(new SideCost(200, 7, 2000), all.ServerCost);
        Assert.Equal(
            (new HostCpu(20, 4, 2) { Cores = 2 }, 10, 6),
            (all.Host, all.ControllerCpuNs, all.UdpReceiveDrops)
        );
        Assert.Null(all.Client);
    }

    [Fact]
    public void The_machines_time_never_runs_backwards()
    {
        var earlier = HostCpuReader.Read();
        var used = HostCpuReader.Read() - earlier;
        Assert.True(used is { BusyNs: >= 0, SoftirqNs: >= 0, StealNs: >= 0 });
    }
}
