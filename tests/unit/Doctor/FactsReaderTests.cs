using Pingmark.Doctor;
using Pingmark.Host;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Doctor;

/// <summary>Files as the kernel has them, and none at all.</summary>
public sealed class FactsReaderTests
{
    [Fact]
    public void The_kernel_s_files_are_understood()
    {
        using var tree = new TemporaryFolder();
        var core = $"sys/devices/system/cpu/cpu{Machine.AvailableCores()[0]}";
        foreach (
            var (file, text) in new[]
            {
                ("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n"),
                ($"{core}/topology/thread_siblings_list", "0,7\n"),
                ($"{core}/cpuidle/state0/name", "POLL\n"),
                ($"{core}/cpuidle/state0/latency", "0\n"),
                ($"{core}/cpuidle/state1/name", "C6\n"),
                ($"{core}/cpuidle/state1/latency", "133\n"),
                ($"{core}/cpuidle/state1/disable", "1\n"),
                ($"{core}/cpufreq/scaling_governor", "powersave\n"),
                ("dev/cpu_dma_latency", ""),
                ("proc/cpuinfo", "processor : 0\nflags : fpu hypervisor tsc\n"),
                ("proc/sys/net/ipv4/tcp_congestion_control", "bbr\n"),
                ("proc/sys/net/core/rmem_max", "212992\n"),
                ("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n"),
                (
                    "proc/self/limits",
                    "Limit                     Soft Limit           Hard Limit           Units\n"
                        + "Max processes             unlimited            unlimited            processes\n"
                        + "Max open files            1024                 unlimited            files\n"
                ),
                ("proc/self/cgroup", "0::/system.slice/me\n"),
                ("sys/fs/cgroup/system.slice/me/memory.max", "max\n"),
                ("sys/fs/cgroup/system.slice/me/pids.max", "512\n"),
                ("sys/fs/cgroup/system.slice/memory.max", "1000000\n"),
                ("sys/fs/cgroup/system.slice/memory.current", "400000\n"),
                ("proc/meminfo", "MemTotal:  9000 kB\nMemAvailable:  8000 kB\n"),
                ("proc/net/sockstat", "sockets: used 9\nTCP: inuse 5 orphan 0 tw 3 alloc 7 mem 1\n"),
            }
        )
            tree.Write(file, text);
        var facts = new FactsReader(tree.Path).Read();
        Assert.Equal("hpet", facts.ClockSource);
        Assert.Equal("0,7", facts.Siblings[0]);
        Assert.Equal([new("POLL", 0, false), new("C6", 133, true)], facts.IdleStates);
        Assert.Equal("powersave", Assert.Single(facts.Governors));
        Assert.True(facts.MayForbidSleep && facts.IsVirtual);
        Assert.Equal(
            ("bbr", 212_992, null),
            (facts.CongestionControl, facts.LargestReceiveBuffer, facts.LargestSendBuffer)
        );
        Assert.Equal((32_768, 60_999, 3), (facts.FirstPort, facts.LastPort, facts.WaitingPorts));
        Assert.Equal((new(1_024, null), new(null, null)), (facts.OpenFiles, facts.Processes));
        Assert.Equal((512, 600_000), (facts.LargestControlGroup, facts.AvailableBytes));
    }

    [Fact]
    public void Where_there_are_none_it_knows_nothing_and_goes_on()
    {
        using var tree = new TemporaryFolder();
        var facts = new FactsReader(tree.Path).Read();
        Assert.Null(facts.ClockSource);
        Assert.Empty(facts.IdleStates);
        Assert.False(facts.MayForbidSleep);
        Assert.Equal((null, null), (facts.AvailableBytes, facts.LargestControlGroup));
        Assert.NotEmpty(MachineFinding.Judge(facts));
    }

    [Fact]
    public void This_machine_is_read()
    {
        var facts = new FactsReader().Read();
        Assert.True(facts is { ClockReadNs: > 0, AvailableBytes: > 0, FirstPort: > 0 });
    }
}
