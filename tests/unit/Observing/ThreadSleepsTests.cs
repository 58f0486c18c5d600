using System.Runtime.InteropServices;
using Pingmark.Model;
using Pingmark.Observing.Kernel;
using Xunit;

namespace Pingmark.Tests.Observing;

/// <summary>Readings of a thread each 5 ms.</summary>
public sealed class ThreadSleepsTests
{
    private const long Ms = 1_000_000;

    /// <param name="ran">How long it ran in each reading, in ms.</param>
    private static List<WatchedEvent> Sleeps(params double[] ran)
    {
        var sleeps = new ThreadSleeps();
        foreach (var (i, ms) in ran.Index())
            sleeps.Add(i * 5 * Ms, (i + 1) * 5 * Ms, (long)(ms * Ms), ms == 0 && sleeps.UsuallyRuns);
        return [.. sleeps.Events("server", "main")];
    }

    /// <summary>It ran for 2 of each 5 ms, and for 1.2 and 0.8 ms in the readings at the ends.</summary>
    [Fact]
    public void A_sleep_goes_into_the_readings_at_its_ends_by_how_much_less_it_ran_there()
    {
        var slept = Assert.Single(Sleeps([.. Usual(1_000), 1.2, 0, 0, 0.8, .. Usual(1_000)]));
        Assert.Equal((EventKind.SleptElsewhere, "server", "main"), (slept.Kind, slept.Side, slept.Words));
        const long known = 1_001 * 5 * Ms;
        Assert.InRange(known - slept.FromNs, 1.9 * Ms, 2.1 * Ms);
        Assert.InRange(slept.ToNs - known - 10 * Ms, 2.9 * Ms, 3.1 * Ms);
        Assert.Equal(slept.ToNs - slept.FromNs, slept.LastedNs);
    }

    /// <summary>Readings 20 ms apart, in which it runs for 8 ms: none is within a sleep of 20 ms, and that it slept is
    /// known from where it stood at the end of one.</summary>
    [Fact]
    public void A_sleep_shorter_than_two_readings_is_known_by_where_it_stood()
    {
        var sleeps = new ThreadSleeps();
        for (var i = 0; i < 100; i++)
        {
            // From 12 ms before the end of the 51st reading to 8 ms after it.
            var ranMs = i switch
            {
                50 => 3.2,
                51 => 4.8,
                _ => 8,
            };
            var mayBe = sleeps.MaySleep(20 * Ms, (long)(ranMs * Ms));
            Assert.Equal(i == 50, mayBe);
            sleeps.Add(i * 20 * Ms, (i + 1) * 20 * Ms, (long)(ranMs * Ms), mayBe);
        }
        var slept = Assert.Single(sleeps.Events("server", "main"));
        Assert.InRange(slept.FromNs, 1_007 * Ms, 1_009 * Ms);
        Assert.InRange(slept.ToNs, 1_027 * Ms, 1_029 * Ms);
        Assert.InRange(slept.LastedNs, 19 * Ms, 21 * Ms);
    }

    /// <summary>It slept at the ends of two readings, and ran for 2 ms of 5 as usual between the two sleeps.</summary>
    [Fact]
    public void What_it_ran_between_two_sleeps_is_no_part_of_them()
    {
        var sleeps = new ThreadSleeps();
        var ran = Enumerable.Repeat(8.0, 50).Concat([0, 2.0, 8.0]).ToList();
        foreach (var (i, ms) in ran.Index())
            sleeps.Add(i * 20 * Ms, (i + 1) * 20 * Ms, (long)(ms * Ms), i is 50 or 51);
        Assert.InRange(Assert.Single(sleeps.Events("server", "main")).LastedNs, 34 * Ms, 36 * Ms);
    }

    [Fact]
    public void A_sleep_may_be_at_the_end() => Assert.Single(Sleeps([.. Usual(9), 0]));

    /// <summary>Where it is at rest most of the time, sleeping tells nothing.</summary>
    [Fact]
    public void Who_seldom_runs_does_not_sleep_when_it_does_not() => Assert.Empty(Sleeps(1, 0, 0, 1, 0, 0, 0, 1, 0));

    /// <summary>On a core that many want: 40 ms of waiting are told when they end.</summary>
    [Fact]
    public void Who_waits_for_a_core_is_not_at_rest()
    {
        var sleeps = new ThreadSleeps();
        for (var i = 0; i < 24; i++)
            sleeps.Add(i * 5 * Ms, (i + 1) * 5 * Ms, i % 8 == 7 ? 40 * Ms : 0, isAsleep: false);
        Assert.True(sleeps.UsuallyRuns);
    }

    [Theory]
    [InlineData("running", false)]
    [InlineData("0 0x5 0x7f 0x400 0x0 0x0 0x0 0x7ffe 0x7f97", false)]
    [InlineData("", false)]
    public void Only_sleeps_are_sleeps(string call, bool sleeps) =>
        Assert.Equal(sleeps, SleepCalls.Has(System.Text.Encoding.ASCII.GetBytes(call)));

    [Fact]
    public void A_sleep_has_a_number_of_its_own() =>
        Assert.Equal(
            RuntimeInformation.ProcessArchitecture == System.Runtime.InteropServices.Architecture.X64,
            SleepCalls.Has("230 0x1 0x1 0x7ffc 0x0 0x0 0x0 0x7ffc 0x7fb6"u8)
        );

    private static IEnumerable<double> Usual(int count) => Enumerable.Repeat(2.0, count);
}
