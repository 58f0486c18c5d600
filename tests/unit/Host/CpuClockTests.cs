using System.Diagnostics;
using Pingmark.Host;
using Pingmark.Tests.Workers;
using Xunit;

namespace Pingmark.Tests.Host;

[Trait("Gate", "no")]
public sealed class CpuClockTests
{
    /// <summary>Linux gives no ids from here on.</summary>
    private const int NobodysPid = 4_194_304;

    [Fact]
    public void The_own_process_uses_as_much_as_the_runtime_says_and_is_ours_when_it_is_named()
    {
        var named = ForeignCpu.Read([Environment.ProcessId]);
        var (before, runtimeBefore) = (CpuClock.ReadNs(Environment.ProcessId), Environment.CpuUsage.TotalTime);
        Burn(TimeSpan.FromMilliseconds(50));
        var (used, runtime) = (
            CpuClock.ReadNs(Environment.ProcessId) - before,
            Environment.CpuUsage.TotalTime - runtimeBefore
        );
        Assert.InRange(used!.Value, 50e6, runtime.TotalNanoseconds + 20e6);
        var after = ForeignCpu.Read([Environment.ProcessId, NobodysPid]);
        Assert.True(after.OursNs[Environment.ProcessId] - named.OursNs[Environment.ProcessId] >= 20_000_000);
        Assert.DoesNotContain(NobodysPid, after.OursNs.Keys);
    }

    [Fact]
    public async Task A_child_is_read_while_it_lives_and_null_when_it_has_ended()
    {
        var worker = await Scripts.StartAsync("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo; cat");
        var pid = worker.Pid;
        Assert.NotNull(CpuClock.ReadNs(pid));
        await worker.DisposeAsync();
        Assert.Null(CpuClock.ReadNs(pid));
    }

    [Fact]
    public void Reading_allocates_nothing()
    {
        _ = CpuClock.ReadNs(Environment.ProcessId);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1_000; i++)
            _ = CpuClock.ReadNs(Environment.ProcessId);
        // What the runtime takes once, when it compiles a method again, is no reading's.
        var perReading = (GC.GetAllocatedBytesForCurrentThread() - before) / 1_000;
        Assert.Equal(0, perReading);
    }

    [Fact]
    public void What_ours_used_is_not_foreign()
    {
        var before = ForeignCpu.Read([]);
        var after = before with { Host = new(before.Host.BusyNs + 500, before.Host.SoftirqNs + 100, 7) };
        Assert.Equal(400, after.SinceNs(before));
        var (oursBefore, oursAfter) = (Of(before, 50), Of(after, 250));
        Assert.Equal(200, oursAfter.SinceNs(oursBefore));
        Assert.Equal(0, Of(after, 5_000).SinceNs(oursBefore));

        static ForeignCpu Of(ForeignCpu reading, long oursNs) =>
            reading with
            {
                OursNs = new Dictionary<int, long> { [1] = oursNs },
            };
    }

    [Fact]
    public void A_thread_is_told_with_the_time_that_it_waited_for_a_core()
    {
        var threads = ThreadTimes.Read(Environment.ProcessId);
        Assert.True(threads[Environment.ProcessId].CpuNs > 0);
        Assert.True(threads.Values.Sum(t => t.RunQueueDelayNs) > 0);
        Assert.Empty(ThreadTimes.Read(NobodysPid));
    }

    /// <summary>CPU time of this thread, not time on the wall.</summary>
    private static void Burn(TimeSpan cpu)
    {
        var start = Environment.CpuUsage.TotalTime;
        var own = Stopwatch.StartNew();
        while (Environment.CpuUsage.TotalTime - start < cpu)
            Assert.True(own.Elapsed < TimeSpan.FromSeconds(60), "no core for a minute");
    }
}
