using Pingmark.Observing.Kernel;
using Xunit;

namespace Pingmark.Tests.Observing;

/// <summary>Readings that cost a known time, by a clock that the test moves on.</summary>
public sealed class ReadingPaceTests
{
    private const long Us = 1_000,
        Ms = 1_000_000,
        Second = 1_000 * Ms;
    private const double Share = 0.01;

    /// <summary>Ten seconds of it.</summary>
    /// <returns>The CPU time of all, and how often each source was read.</returns>
    private static (long UsedNs, int[] Readings) Run(long wakingNs, params Func<long, long>[] costs) =>
        Run([.. costs.Select(_ => 1.0)], wakingNs, costs);

    private static (long UsedNs, int[] Readings) Run(double[] weights, long wakingNs, params Func<long, long>[] costs)
    {
        var pace = new ReadingPace(weights, Share, 0);
        var (usedNs, readings) = (0L, new int[costs.Length]);
        while (pace.NextNs < 10 * Second)
        {
            var nowNs = pace.NextNs;
            var stepNs = wakingNs;
            for (var i = 0; i < costs.Length; i++)
                if (pace.IsDue(i))
                {
                    var costNs = costs[i](nowNs);
                    pace.WasRead(i, costNs);
                    stepNs += costNs;
                    readings[i]++;
                }
            pace.Ended(wakingNs, nowNs + stepNs);
            usedNs += stepNs;
        }
        return (usedNs, readings);
    }

    [Theory]
    [InlineData(20, 10, 10, 10)]
    [InlineData(20, 40, 40, 200)]
    [InlineData(20, 0, 500, 30)]
    [InlineData(100, 5, 5, 5)]
    [InlineData(400, 2_000, 2_000, 5_000)]
    public void All_together_take_no_more_than_their_share(int wakingUs, int first, int second, int third)
    {
        var (usedNs, readings) = Run(wakingUs * Us, _ => first * Us, _ => second * Us, _ => third * Us);
        // Before anything is known of a source it is read at each step, at most once too often.
        var learningNs = (first + second + third) * Us;
        Assert.InRange(usedNs, 0, Share * 10 * Second + 2 * learningNs);
        Assert.All(readings, count => Assert.True(count > 1));
    }

    [Fact]
    public void Where_all_fit_in_each_is_read_at_each_step() =>
        Assert.All(Run(20 * Us, _ => 10 * Us, _ => 15 * Us).Readings, count => Assert.InRange(count, 1998, 2000));

    /// <summary>Of 50 us a step 20 are for waking up; 5 are for the cheap one, and 25 for 50 of the dear one.</summary>
    [Fact]
    public void Who_costs_more_is_read_more_rarely_and_the_others_are_not()
    {
        var readings = Run(20 * Us, _ => 5 * Us, _ => 50 * Us).Readings;
        Assert.InRange(readings[0], 1990, 2000);
        Assert.InRange(readings[1], 950, 1010);
    }

    /// <summary>Of 50 us a step 20 are for waking up; 24 are for the first, at four parts, and 6 for the
    /// other.</summary>
    [Fact]
    public void Who_has_more_parts_is_read_more_often()
    {
        var (_, readings) = Run([4, 1], 20 * Us, _ => 48 * Us, _ => 48 * Us);
        Assert.InRange(readings[0], 950, 1010);
        Assert.InRange(readings[1], 235, 255);
    }

    /// <summary>What is compiled in the first reading.</summary>
    [Fact]
    public void A_dear_first_reading_is_forgotten()
    {
        var count = 0;
        var readings = Run(20 * Us, _ => count++ == 0 ? 2 * Ms : 10 * Us, _ => 10 * Us).Readings;
        Assert.InRange(readings[0], 1930, 2000);
    }

    /// <summary>A cold cache, or an interrupt.</summary>
    [Fact]
    public void One_dear_reading_is_forgotten()
    {
        var dear = 0;
        var readings = Run(20 * Us, nowNs => nowNs > Second && dear++ == 0 ? 10 * Ms : 10 * Us, _ => 10 * Us).Readings;
        Assert.InRange(readings[0], 1900, 2000);
    }

    [Fact]
    public void Who_was_late_goes_on_from_now()
    {
        var pace = new ReadingPace([1], Share, 0);
        pace.Ended(10 * Us, 100 * Ms);
        Assert.Equal(100 * Ms, pace.NextNs);
    }
}
