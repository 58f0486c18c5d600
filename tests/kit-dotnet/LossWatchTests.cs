using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;

namespace Pingmark.Worker.Kit.Tests;

public sealed class LossWatchTests
{
    private const long LostAfter = 100 * Clock.Millisecond;

    [Fact]
    public void The_first_look_comes_early_and_the_next_when_the_oldest_can_be_due_but_not_within_5_ms()
    {
        var watch = new LossWatch(1);
        watch.Begin(0, LostAfter);
        Assert.Equal(Constants.FirstLookForLossesAfterNs, watch.NextLook);
        Assert.False(watch.Passed(6_000_000, brought: false));
        Assert.True(watch.IsConfirming);
        Assert.True(watch.Passed(6_000_001, brought: false));
        watch.Looked(6_000_001, oldest: 2_000_000);
        Assert.False(watch.IsConfirming);
        Assert.Equal(102_000_000, watch.NextLook);
        watch.Begin(0, lostAfterNs: 1);
        watch.Looked(10, oldest: 10);
        Assert.Equal(10 + Constants.FirstLookForLossesAfterNs, watch.NextLook);
    }

    /// <summary>Whatever the times of the passes are.</summary>
    [Fact]
    public void Nothing_is_lost_that_was_not_due_before_a_whole_pass() =>
        Prop.ForAll(
                Gen.Choose(0, 50_000_000).ListOf().ToArbitrary(),
                Gen.Choose(1, 4).ToArbitrary(),
                (gaps, inFlight) =>
                {
                    var watch = new LossWatch(inFlight);
                    watch.Begin(0, LostAfter);
                    var (now, before) = (0L, -1L);
                    foreach (var gap in gaps)
                    {
                        now += gap;
                        if (watch.Passed(now, brought: gap % 2 == 0))
                        {
                            Assert.InRange(watch.Deadline, long.MinValue, before - LostAfter);
                            watch.Looked(now, now);
                        }
                        before = now;
                    }
                }
            )
            .Holds();
}
