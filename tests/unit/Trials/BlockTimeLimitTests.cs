using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BlockTimeLimitTests
{
    /// <summary>An hour, of which ten slices took a second each.</summary>
    [Fact]
    public void There_is_room_for_slices_that_end_in_time_at_the_pace_of_those_before_without_what_is_reserved()
    {
        var time = new BlockTimeLimit(3_600_000_000_000);
        Assert.True(time.HasTimeForSlices(1_000_000));
        time.AddSlices(4, TimeSpan.FromSeconds(2));
        time.AddSlices(6, TimeSpan.FromSeconds(8));
        Assert.True(time.HasTimeForSlices(3000) && !time.HasTimeForSlices(3601));
        time.Reserve(1_800_000_000_000);
        Assert.True(time.HasTimeForSlices(1500) && !time.HasTimeForSlices(1801));
        time.Reserve(0);
        Assert.True(time.HasTimeForSlices(3000));
    }
}
