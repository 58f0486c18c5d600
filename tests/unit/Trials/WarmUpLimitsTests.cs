using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class WarmUpLimitsTests
{
    private const long S = 1_000_000_000;

    [Theory]
    [InlineData(1, 3)]
    [InlineData(2, 4)]
    [InlineData(30, 5)]
    public void The_longest_is_between_three_and_five_seconds(long measuredS, long longestS) =>
        Assert.Equal(new WarmUpLimits(0, longestS * S), WarmUpLimits.For(askedNs: null, measuredS * S));

    [Fact]
    public void What_is_asked_for_is_the_least_and_half_of_the_longest() =>
        Assert.Equal(
            (new WarmUpLimits(7 * S, 14 * S), new WarmUpLimits(S, 5 * S)),
            (WarmUpLimits.For(7 * S, null), WarmUpLimits.For(S, null))
        );
}
