using Pingmark.Host;
using Pingmark.Tests.Checks;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

/// <summary>A container's limit of CPU time, from a made-up /proc and /sys.</summary>
public sealed class CpuQuotaTests : IDisposable
{
    private readonly TemporaryFolder _root = new();

    public void Dispose() => _root.Dispose();

    private CpuQuota Read() => CpuQuota.Read(_root.Path);

    private void InGroup(string line) => _root.Write("proc/self/cgroup", line + "\n");

    [Fact]
    public void A_quota_makes_everything_take_longer_down_to_two_cores()
    {
        Assert.Null(Read().Cores);
        InGroup("0::/box");
        Assert.All<(string Line, double? Cores, double Slowness)>(
            [
                ("20000 100000", 0.2, 10),
                ("50000 50000", 1.0, 2),
                ("400000 100000", 4.0, 1),
                ("1000 100000", 0.01, 30),
                ("max 100000", null, 1),
                ("", null, 1),
                ("20000", null, 1),
                ("-5 100000", null, 1),
                ("much 100000", null, 1),
            ],
            row =>
            {
                _root.Write("sys/fs/cgroup/box/cpu.max", row.Line + "\n");
                Assert.Equal((row.Cores, row.Slowness), (Read().Cores, Read().DeadlineFactor));
            }
        );
    }

    [Fact]
    public void Of_all_the_groups_around_the_least_counts()
    {
        InGroup("0::/pod/box");
        _root.Write("sys/fs/cgroup/pod/box/cpu.max", "max 100000\n");
        _root.Write("sys/fs/cgroup/pod/cpu.max", "50000 100000\n");
        Assert.Equal(0.5, Read().Cores);
    }

    [Fact]
    public void The_older_hierarchy_has_two_files()
    {
        InGroup("4:cpu,cpuacct:/box");
        _root.Write("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "20000\n");
        _root.Write("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
        _root.Write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        _root.Write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        Assert.Equal(0.2, Read().Cores);
    }

    [Theory]
    [InlineData("0::/pod/box", "sys/fs/cgroup/pod", "cpu.max", "50000 100000", "throttled_usec 2100000")]
    [InlineData("4:cpu,cpuacct:/pod/box", "sys/fs/cgroup/cpu/pod", "cpu.cfs_quota_us", "50000", "throttled_time 21")]
    public void The_group_with_the_limit_tells_how_often_it_was_stopped(
        string own,
        string group,
        string file,
        string quota,
        string time
    )
    {
        InGroup(own);
        Assert.Null(Read().ReadThrottling());
        _root.Write($"{group}/{file}", $"{quota}\n");
        _root.Write($"{group}/cpu.cfs_period_us", "100000\n");
        Assert.Null(Read().ReadThrottling());
        _root.Write($"{group}/cpu.stat", $"usage_usec 7\nnr_periods 48\nnr_throttled 47\n{time}\n");
        Assert.Equal(new(48, 47), Read().ReadThrottling());
    }

    [Fact]
    public void A_run_says_so()
    {
        var note = Assert.Single((Conditions.Good with { Quota = new() { Cores = 0.2 } }).Judge());
        Assert.Equal("cpu-quota", note.Id);
        Assert.Contains("allows 0.2 cores (cpu.max): workers are waited for 10 times as long", note.Text);
    }
}
