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
    public void Silent_lanes_have_30_looks_and_one_among_others_300()
    {
        Assert.Equal(31, GivesUpAfter(3, (_, _) => 7));
        Assert.Equal(301, GivesUpAfter(3, (lane, look) => lane == 1 ? 7 : look));
        Assert.Null(GivesUpAfter(3, (lane, look) => lane == 1 ? look / 299 : look / 29));
    }
}
