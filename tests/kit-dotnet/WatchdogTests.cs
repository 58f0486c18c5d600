namespace Pingmark.Worker.Kit.Tests;

public sealed class WatchdogTests
{
    /// <returns>After how many looks it gave up; null: not in 1,000.</returns>
    private static int? GivesUpAfter(int lanes, Func<int, int, long> signOf)
    {
        var watchdog = new Watchdog(lanes);
        for (var look = 1; look <= 1000; look++)
            if (watchdog.Look(lane => signOf(lane, look)))
                return look;
        return null;
    }

    [Fact]
    public void All_lanes_silent_for_30_looks_are_in_vain() => Assert.Equal(31, GivesUpAfter(3, (_, _) => 7));

    [Fact]
    public void One_lane_among_others_has_300_looks() =>
        Assert.Equal(301, GivesUpAfter(3, (lane, look) => lane == 1 ? 7 : look));

    [Fact]
    public void Lanes_that_turn_now_and_then_are_alive() =>
        Assert.Null(GivesUpAfter(3, (lane, look) => lane == 1 ? look / 299 : look / 29));
}
