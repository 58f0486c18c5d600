namespace Pingmark.Worker.Kit.Tests;

/// <summary>What readings of made-up clocks show of their resolution.</summary>
public sealed class ClockReadingsTests
{
    private const double Call = 17.3;

    [Fact]
    public void A_step_is_told_whether_a_call_takes_longer_or_not_and_where_readings_mostly_repeat() =>
        Assert.All<(double Step, double Call, int Count, double Tolerance)>(
            [
                (10.015, Call, 20_000, 0.01),
                (10.015, 371, 20_000, 0.01),
                (41.667, Call, 20_000, 0.01),
                (1e6, Call, 200_000, 0.1),
                (10_000 / 3.0, Call, 200_000, 0.1),
            ],
            row => Assert.Equal(row.Step, Resolution(Stepping(row.Step), row.Count, row.Call), row.Tolerance)
        );

    [Fact]
    public void A_step_is_told_that_is_disturbed_now_and_then()
    {
        var (noise, shift) = (new SplitMix64(3), 0.0);
        Assert.Equal(
            10.015,
            Resolution(time => Stepping(10.015)(time) + (shift += noise.Next() % 200 == 0 ? 3.7 : 0)),
            tolerance: 0.01
        );
    }

    [Fact]
    public void Readings_that_follow_no_step_have_the_resolution_of_their_unit_and_those_that_stand_none()
    {
        var noise = new SplitMix64(3);
        Assert.Equal(1, Resolution(time => time + noise.Next() % 10));
        Assert.Equal(1, Resolution(Stepping(1)));
        Assert.Equal(0, Resolution(_ => 5));
    }

    [Fact]
    public void A_processor_that_never_reads_the_same_twice_takes_nobody_in()
    {
        var before = 0.0;
        Assert.Equal(
            26,
            Resolution(time => before = Math.Max(before + 1, Stepping(26)(time)), call: 12),
            tolerance: 0.05
        );
    }

    [Fact]
    public void Readings_are_few_until_ten_differ()
    {
        var readings = new ClockReadings(0);
        foreach (var reading in new[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 9 })
            readings.Add(reading);
        Assert.True(readings.AreFew);
        readings.Add(10);
        Assert.False(readings.AreFew);
    }

    [Fact]
    public void One_step_of_a_coarse_clock_that_was_not_interrupted_is_enough()
    {
        var readings = new ClockReadings(0);
        foreach (var reading in new[] { 52, 64, 68, 80 }.SelectMany(value => Enumerable.Repeat(value, 20)))
            readings.Add(reading);
        Assert.Equal(4, readings.Resolution());
    }

    [Fact]
    public void It_is_counted_how_often_a_clock_went_back()
    {
        var readings = new ClockReadings(5);
        foreach (var reading in new[] { 6, 5, 5, 7, 1 })
            readings.Add(reading);
        Assert.Equal(2, readings.WentBack);
    }

    /// <summary>A clock that advances by a step, of which whole units are read.</summary>
    private static Func<double, double> Stepping(double step) => time => Math.Floor(Math.Floor(time / step) * step);

    /// <summary>Of a clock that is read at times in units of its value, each a call and a random pause after the one
    /// before.</summary>
    private static double Resolution(Func<double, double> value, int count = 20_000, double call = Call)
    {
        var (random, time) = (new SplitMix64(7), 1e6);
        var readings = new ClockReadings((long)value(time));
        for (var i = 0; i < count; i++)
        {
            time += call + random.Next() % 10_000 / 100.0;
            // Sometimes something else runs.
            if (random.Next() % 5_000 == 0)
                time += 300_000;
            readings.Add((long)value(time));
        }
        return readings.Resolution();
    }
}
