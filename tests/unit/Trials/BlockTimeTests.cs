using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BlockTimeTests
{
    /// <summary>An hour, of which ten slices took a second each.</summary>
    private static BlockTime Hour()
    {
        var time = new BlockTime(3_600_000_000_000);
        time.RecordSlices(4, TimeSpan.FromSeconds(2));
        time.RecordSlices(6, TimeSpan.FromSeconds(8));
        return time;
    }

    [Theory]
    [InlineData(3000, true)]
    [InlineData(3601, false)]
    public void There_is_room_for_slices_that_end_in_time_at_the_pace_of_those_before(int slices, bool hasRoom) =>
        Assert.Equal(hasRoom, Hour().HasRoomFor(slices));

    [Fact]
    public void What_is_reserved_for_others_is_no_room()
    {
        var time = Hour();
        time.Reserve(1_800_000_000_000);
        Assert.True(time.HasRoomFor(1500) && !time.HasRoomFor(1801));
        time.Reserve(0);
        Assert.True(time.HasRoomFor(3000));
    }

    [Fact]
    public void Before_the_first_slice_there_is_room() =>
        Assert.True(new BlockTime(3_600_000_000_000).HasRoomFor(1_000_000));
}
