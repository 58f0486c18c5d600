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
    private static (long UsedNs, int[] Readings) Run(long wakingNs, params Func<long, long>[] costs)
    {
        var pace = new ReadingPace(costs.Length, Share, 0);
        var (usedNs, readings) = (0L, new int[costs.Length]);
        while (pace.NextNs < 10 * Second)
        {
            var nowNs = pace.NextNs;
            var stepNs = wakingNs;
            for (var i = 0; i < costs.Length; i++)
                if (pace.IsDue(i))
                {
                    var costNs = costs[i](nowNs);
                    pace.AddReading(i, costNs);
                    stepNs += costNs;
                    readings[i]++;
                }
            pace.EndStep(wakingNs, nowNs + stepNs);
            usedNs += stepNs;
        }
        return (usedNs, readings);
    }

    [Fact]
    public void All_together_take_no_more_than_their_share() =>
        Assert.All<(int WakingUs, int First, int Second, int Third)>(
            [(20, 10, 10, 10), (20, 40, 40, 200), (20, 0, 500, 30), (100, 5, 5, 5), (400, 2_000, 2_000, 5_000)],
            row =>
            {
                var (usedNs, readings) = Run(
                    row.WakingUs * Us,
                    _ => row.First * Us,
                    _ => row.Second * Us,
                    _ => row.Third * Us
                );
                // Before anything is known of a source it is read at each step, at most once too often.
                var learningNs = (row.First + row.Second + row.Third) * Us;
                Assert.InRange(usedNs, 0, Share * 10 * Second + 2 * learningNs);
                Assert.All(readings, count => Assert.True(count > 1));
            }
        );

    /// <summary>Of 50 us a step 20 are for waking up; 5 are for the cheap one, and 25 for 50 of the dear one.</summary>
    [Fact]
    public void Each_is_read_at_each_step_and_who_costs_more_than_fits_in_more_rarely()
    {
        var readings = Run(20 * Us, _ => 10 * Us, _ => 15 * Us).Readings;
        Assert.All(readings, count => Assert.InRange(count, 1998, 2000));
        readings = Run(20 * Us, _ => 5 * Us, _ => 50 * Us).Readings;
        Assert.InRange(readings[0], 1990, 2000);
        Assert.InRange(readings[1], 950, 1010);
    }

    /// <summary>A cold cache, or an interrupt: when that has been made up for, in 3 s, it is read as before.</summary>
    [Fact]
    public void One_dear_reading_is_forgotten()
    {
        var dear = 0;
        var readings = Run(20 * Us, nowNs => nowNs > Second && dear++ == 0 ? 10 * Ms : 10 * Us, _ => 10 * Us).Readings;
        Assert.InRange(readings[0], 1300, 1800);
    }

    [Fact]
    public void Who_was_late_goes_on_from_now()
    {
        var pace = new ReadingPace(1, Share, 0);
        pace.EndStep(10 * Us, 100 * Ms);
        Assert.Equal(100 * Ms, pace.NextNs);
    }
}
