using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BlockTimeTests
{
    /// <summary>An hour, of which ten slices took a second each.</summary>
    [Fact]
    public void There_is_room_for_slices_that_end_in_time_at_the_pace_of_those_before_without_what_is_reserved()
    {
        var time = new BlockTime(3_600_000_000_000);
        Assert.True(time.HasRoomFor(1_000_000));
        time.RecordSlices(4, TimeSpan.FromSeconds(2));
        time.RecordSlices(6, TimeSpan.FromSeconds(8));
        Assert.True(time.HasRoomFor(3000) && !time.HasRoomFor(3601));
        time.Reserve(1_800_000_000_000);
        Assert.True(time.HasRoomFor(1500) && !time.HasRoomFor(1801));
        time.Reserve(0);
        Assert.True(time.HasRoomFor(3000));
    }
}
