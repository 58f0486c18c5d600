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

    /// <summary>Where it is at rest most of the time, sleeping tells nothing.</summary>
    [Fact]
    public void A_sleep_may_be_at_the_end_but_who_seldom_runs_does_not_sleep_when_it_does_not()
    {
        Assert.Single(Sleeps([.. Usual(9), 0]));
        Assert.Empty(Sleeps(1, 0, 0, 1, 0, 0, 0, 1, 0));
    }

    /// <summary>On a core that many want: 40 ms of waiting are told when they end.</summary>
    [Fact]
    public void Who_waits_for_a_core_is_not_at_rest()
    {
        var sleeps = new ThreadSleeps();
        for (var i = 0; i < 24; i++)
            sleeps.Add(i * 5 * Ms, (i + 1) * 5 * Ms, i % 8 == 7 ? 40 * Ms : 0, isAsleep: false);
        Assert.True(sleeps.UsuallyRuns);
    }

    [Fact]
    public void Only_sleeps_are_sleeps_which_have_a_number_of_their_own()
    {
        Assert.False(SleepCalls.Has("running"u8));
        Assert.False(SleepCalls.Has("0 0x5 0x7f 0x400 0x0 0x0 0x0 0x7ffe 0x7f97"u8));
        Assert.False(SleepCalls.Has(""u8));
        Assert.Equal(
            RuntimeInformation.ProcessArchitecture == System.Runtime.InteropServices.Architecture.X64,
            SleepCalls.Has("230 0x1 0x1 0x7ffc 0x0 0x0 0x0 0x7ffc 0x7fb6"u8)
        );
    }

    private static IEnumerable<double> Usual(int count) => Enumerable.Repeat(2.0, count);
}
