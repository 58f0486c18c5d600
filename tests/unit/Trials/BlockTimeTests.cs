using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BlockTimeTests
{
    private const double PassNs = 100;

    [Theory]
    [InlineData(10, 1000, 10)]
    [InlineData(10, 5000, 10)]
    [InlineData(10, 799, 6)]
    [InlineData(10, 200, 2)]
    public void As_many_pairs_of_passes_as_end_in_time(int asked, double leftNs, int fitting) =>
        Assert.Equal(fitting, BlockTime.Fitting(asked, PassNs, leftNs));

    [Theory]
    [InlineData(0)]
    [InlineData(-5000)]
    public void A_pass_and_its_mirror_image_are_the_least(double leftNs) =>
        Assert.Equal(2, BlockTime.Fitting(10, PassNs, leftNs));

    [Fact]
    public void Where_nothing_was_sliced_nothing_is_shortened() => Assert.Equal(0, BlockTime.Fitting(0, 0, 1000));
}
