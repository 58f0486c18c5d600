using Pingmark.Model;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>Searches whose answer is known: queues that theory knows, clients and servers with a fault.</summary>
[Trait("Gate", "no")]
public class LoadSearchTests
{
    private static readonly SimulatedServer OneMs = new(0.001);
    private static readonly SimulatedSearch Below5Ms = new(0.005);

    private static readonly double Theory = SimulatedServer.TheoreticalCapacity(0.001, 0.005, 0.99);

    private static List<LoadEstimate> Searches(SimulatedServer server, SimulatedSearch search, int count) =>
        [.. Enumerable.Range(1, count).Select(seed => search.Run(server, seed))];

    [Fact]
    public void Theory_agrees_with_a_long_simulation()
    {
        var times = OneMs.Window(Theory, 2_000, new Random(1));
        Assert.InRange(SimulatedServer.Quantile(times, 0.99), 0.0048, 0.0052);
    }

    [Fact]
    public void Twenty_searches_of_a_queue_find_what_theory_says_and_scatter_little()
    {
        var found = Searches(OneMs, Below5Ms, 20);
        Assert.All(found, one => Assert.Equal(CapacityOutcome.Found, one.Outcome));
        var capacities = found.Select(one => one.Capacity!.Value).ToList();
        Assert.All(capacities, capacity => Assert.InRange(capacity / Theory, 0.9, 1.1));
        Assert.InRange(ConfidenceInterval.StandardDeviation(capacities) / capacities.Average(), 0, 0.05);
        Assert.True(found.Count(Covers) >= 18, $"{found.Count(Covers)} of 20 intervals cover {Theory}");
    }

    /// <summary>More of them, as chance can be kind to twenty.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(0.03)]
    public void Intervals_cover_what_theory_says(double betweenGenerations)
    {
        var found = Searches(OneMs with { BetweenGenerations = betweenGenerations }, Below5Ms, 200);
        Assert.InRange(found.Count(Covers) / 200.0, 0.88, 1);
    }

    private static bool Covers(LoadEstimate found) => Covers(found, Theory);

    private static bool Covers(LoadEstimate found, double truth) =>
        found.Capacity is { CiLow: { } low, CiHigh: { } high } && low <= truth && truth <= high;

    /// <summary>The long bursts of a queue near saturation are in few of the windows.</summary>
    [Fact]
    public void Lax_objectives_are_found_as_well()
    {
        const int limitMs = 20;
        const double truth = 885.6;
        Assert.Equal(truth, SimulatedServer.TheoreticalCapacity(0.001, limitMs / 1000.0, 0.99), 1);
        var found = Searches(OneMs, new(limitMs / 1000.0), 100);
        Assert.All(found, one => Assert.InRange(one.Capacity!.Value / truth, 0.9, 1.1));
        Assert.InRange(found.Average(one => one.Capacity!.Value) / truth, 0.99, 1.01);
        Assert.InRange(found.Count(one => Covers(one, truth)), 88, 100);
    }

    /// <summary>Windows of 2 s do not see an overload of a share that makes waits of 50 ms in them, or 100 ms, which
    /// intervals have in their lower end. The truth is that of M/D/1, and of a server that pauses for 50 ms in each
    /// second that of 20,000 s of simulation.</summary>
    [Theory]
    [InlineData(0, 100, 977.0)]
    [InlineData(50, 80, 911.7)]
    public void What_windows_can_not_see_is_in_the_interval(int pauseMs, int limitMs, double truth)
    {
        var found = Searches(OneMs with { PauseS = pauseMs / 1000.0 }, new(limitMs / 1000.0), 40);
        Assert.All(found, one => Assert.InRange(one.Capacity!.Value / truth, 0.9, 1.1));
        Assert.InRange(found.Count(one => Covers(one, truth)), 36, 40);
    }

    /// <summary>A queue that is as long as its limit is long: what a window begins with counts least.</summary>
    [Fact]
    public void A_fast_server_is_found_as_well()
    {
        var theory = SimulatedServer.TheoreticalCapacity(1e-5, 5e-5, 0.99);
        var found = Searches(new(1e-5), new(5e-5) { Start = 60_000 }, 5);
        Assert.All(found, one => Assert.InRange(one.Capacity!.Value / theory, 0.97, 1.03));
    }

    [Fact]
    public void Two_equal_stacks_are_equal()
    {
        var equal = OneMs with { BetweenGenerations = 0.02 };
        var contain = 0;
        for (var seed = 1; seed <= 100; seed++)
        {
            var found = Below5Ms.Run([equal, equal], seed);
            var ratio = SimulatedSearch.Ratio(found[0], found[1]);
            contain += ratio.CiLow <= 1 && 1 <= ratio.CiHigh ? 1 : 0;
        }
        Assert.InRange(contain, 91, 100);
    }

    [Fact]
    public void One_that_is_a_fifth_faster_is_told_so()
    {
        var found = Below5Ms.Run([OneMs, new(0.001 / 1.2)], seed: 3);
        var truth = SimulatedServer.TheoreticalCapacity(0.001 / 1.2, 0.005, 0.99) / Theory;
        Assert.InRange(SimulatedSearch.Ratio(found[1], found[0]).Value / truth, 0.93, 1.07);
    }

    /// <summary>A pause of 50 ms in each second: one message in 20 meets it, so that no load has a p99 below 5 ms, and
    /// a limit above the pause leaves less load than without it.</summary>
    [Fact]
    public void A_server_that_pauses_misses_what_a_pause_exceeds_and_carries_less_of_the_rest()
    {
        var pausing = OneMs with { PauseS = 0.05 };
        Assert.Equal(CapacityOutcome.IdleMisses, (Below5Ms with { LeastLengthS = 1 }).Run(pausing, seed: 1).Outcome);
        var search = new SimulatedSearch(0.1);
        Assert.InRange(search.Run(pausing, seed: 1).Capacity!.Value, 850, 970);
        // An overload of so little takes longer than a window to be noticed.
        Assert.InRange(search.Run(OneMs, seed: 1).Capacity!.Value, 970, 1040);
    }

    /// <summary>Whatever the server can do beyond that, nobody has seen it.</summary>
    [Fact]
    public void A_client_that_can_not_keep_up_is_never_the_servers_limit() =>
        Assert.All(
            new[] { 300.0, 450, 540 }.SelectMany(most => Searches(OneMs with { ClientMost = most }, Below5Ms, 20)),
            found => Assert.Equal((CapacityOutcome.BeyondClient, null), (found.Outcome, found.Capacity))
        );

    [Fact]
    public void A_client_with_room_above_the_capacity_does_not_matter_and_a_server_too_slow_when_idle_misses()
    {
        Assert.Equal(CapacityOutcome.Found, Below5Ms.Run(OneMs with { ClientMost = 800 }, seed: 1).Outcome);
        Assert.Equal(CapacityOutcome.IdleMisses, Below5Ms.Run(new SimulatedServer(0.006), seed: 1).Outcome);
    }

    [Fact]
    public void A_server_that_nothing_overloads_meets_at_the_largest_load()
    {
        var answers = new List<LoadAnswer>();
        var limits = new LoadLimits(100, 1_000_000, 1_000);
        while (LoadSearch.Next(limits, [], answers) is { } load)
            answers.Add(new(load, -3));
        Assert.Equal(CapacityOutcome.NoLoadMisses, LoadEstimate.FromAnswers(limits, [answers]).Outcome);
        Assert.InRange(answers.Count, 3, 20);
    }

    [Fact]
    public void Four_generations_have_no_interval()
    {
        var found = (Below5Ms with { Generations = 4 }).Run(OneMs, seed: 1);
        Assert.Equal(CapacityOutcome.TooFewGenerations, found.Outcome);
        Assert.NotNull(found.Capacity);
        Assert.Null(found.Capacity.CiLow);
    }

    /// <summary>Windows of a noisy machine say little of where the limit is.</summary>
    [Fact]
    public void No_load_far_beyond_all_others_is_offered_and_whole_ones_where_only_whole_ones_are()
    {
        Assert.Equal(37, LoadSearch.Next(new LoadLimits(1, 10_000, 370) { IsWhole = true }, [], []));
        List<LoadAnswer> earlier = [new(19_000, 0.1), new(6_700, -0.9), new(17_400, -0.7), new(19_500, -1)];
        List<LoadAnswer> current = [new(16_000, 0.4)];
        Assert.InRange(LoadSearch.Next(new(200, 1e7, 20_000), [earlier], current)!.Value, 1_000, 1.7 * 19_500);
    }
}
