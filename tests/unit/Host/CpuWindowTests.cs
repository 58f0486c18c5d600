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
    [Trait("Gate", "no")]
    public void What_a_process_uses_within_it_is_told_and_not_what_it_used_before()
    {
        var (used, lengthNs, aroundNs) = InTime();
        Assert.InRange(lengthNs, 1, 340 * Ms);
        Assert.Null(used[1]);
        // However much of a core this thread got, and whatever other tests use at the same time.
        Assert.InRange(used[0]!.Value, 1, aroundNs);
    }

    /// <summary>Where others have the cores a reading may come too late, and tells nothing.</summary>
    /// <returns>And what the process used from before the window to after it.</returns>
    private static (IReadOnlyList<long?> UsedNs, long LengthNs, long AroundNs) InTime()
    {
        for (var tries = 0; tries < 20; tries++)
        {
            var now = Clock.NowNs;
            Spin(now + 50 * Ms);
            var before = CpuClock.ReadNs(Environment.ProcessId)!.Value;
            var window = CpuWindow.Begin(now + 60 * Ms, now + 400 * Ms, Environment.ProcessId, 0);
            Spin(now + 410 * Ms);
            if (window.End() is var (usedNs, lengthNs))
                return (usedNs, lengthNs, CpuClock.ReadNs(Environment.ProcessId)!.Value - before);
        }
        throw new TimeoutException("no reading came in time");
    }

    [Fact]
    public void One_that_is_not_over_yet_tells_nothing_and_keeps_nobody_waiting()
    {
        var window = CpuWindow.Begin(Clock.NowNs, Clock.NowNs + 3_600_000 * Ms, Environment.ProcessId);
        Assert.Null(window.End());
    }
}
