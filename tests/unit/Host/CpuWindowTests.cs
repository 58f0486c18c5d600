using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class CpuWindowTests
{
    private const long Ms = 1_000_000;

    private static void Spin(long untilNs)
    {
        while (Clock.NowNs < untilNs)
            Thread.SpinWait(20);
    }

    [Fact]
    public void What_a_process_uses_within_it_is_told_and_not_what_it_used_before()
    {
        var now = Clock.NowNs;
        Spin(now + 50 * Ms);
        var window = CpuWindow.Begin(now + 60 * Ms, now + 400 * Ms, Environment.ProcessId, null);
        Spin(now + 410 * Ms);
        if (window.End() is not var (used, lengthNs))
            return;
        Assert.InRange(lengthNs, 1, 340 * Ms);
        Assert.Null(used[1]);
        // This thread, as much of a core as it got, and whatever other tests use at the same time.
        Assert.InRange(used[0]!.Value, lengthNs / 10, 64 * lengthNs);
    }

    [Fact]
    public void One_that_is_not_over_yet_tells_nothing_and_keeps_nobody_waiting()
    {
        var window = CpuWindow.Begin(Clock.NowNs, Clock.NowNs + 3_600_000 * Ms, Environment.ProcessId);
        Assert.Null(window.End());
    }
}
