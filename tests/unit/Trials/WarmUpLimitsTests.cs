using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class WarmUpLimitsTests
{
    private const long S = 1_000_000_000;

    /// <summary>What is asked for is the least, and half of the longest.</summary>
    [Fact]
    public void The_longest_is_between_three_and_five_seconds_or_twice_what_is_asked_for() =>
        Assert.All<(long? AskedS, long? MeasuredS, long LeastS, long LongestS)>(
            [(null, 1, 0, 3), (null, 2, 0, 4), (null, 30, 0, 5), (7, null, 7, 14), (1, null, 1, 5)],
            row =>
                Assert.Equal(
                    new WarmUpLimits(row.LeastS * S, row.LongestS * S),
                    WarmUpLimits.For(row.AskedS * S, row.MeasuredS * S)
                )
        );
}
