using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class WarmUpLimitsTests
{
    private const long Ms = 1_000_000,
        S = 1000 * Ms;

    /// <summary>What is asked for is the least, and half of the longest.</summary>
    [Fact]
    public void The_longest_is_between_three_and_five_seconds_or_twice_what_is_asked_for() =>
        Assert.All<(long? AskedS, long? MeasuredS, long LeastS, long LongestS)>(
            [(null, 1, 0, 3), (null, 2, 0, 4), (null, 30, 0, 5), (7, null, 7, 14), (1, null, 1, 5)],
            row =>
                Assert.Equal(
                    new WarmUpLimits(row.LeastS * S, row.LongestS * S),
                    WarmUpLimits.Create(row.AskedS * S, row.MeasuredS * S)
                )
        );

    /// <summary>What is asked for stays as it is. Processes that were warm for another scenario need less.</summary>
    [Fact]
    public void A_budget_pays_for_a_second_and_a_half_or_for_as_much_as_is_counted_afterwards() =>
        Assert.All<(long? AskedMs, long CountedMs, long LongestMs, long LaterMs)>(
            [
                (null, 800, 1_500, 400),
                (null, 2_000, 2_000, 400),
                (null, 30_000, 5_000, 400),
                (700, 800, 1_500, 1_400),
                (7_000, 800, 14_000, 14_000),
            ],
            row =>
            {
                var limits = WarmUpLimits.InBudget(row.AskedMs * Ms, row.CountedMs * Ms);
                Assert.Equal(((row.AskedMs ?? 0) * Ms, row.LongestMs * Ms), (limits.MinNs, limits.MaxNs));
                Assert.Equal(new WarmUpLimits(limits.MinNs, row.LaterMs * Ms), limits.ForWarmProcesses);
            }
        );
}
