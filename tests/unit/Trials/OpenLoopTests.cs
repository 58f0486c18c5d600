using System.Text.Json.Nodes;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>A scenario with a rate: every request carries its load, and it is measured in whole trials.</summary>
public class OpenLoopTests
{
    private static readonly Scenario AtRate = new()
    {
        RatePerS = 5_000,
        Arrivals = Arrivals.Poisson,
        InFlight = 64,
    };

    private static FakeMachine Machine(params string[] stacks)
    {
        var machine = FakeMachine.With(stacks).Where(AtRate);
        foreach (var stack in stacks)
            machine[stack].SendsAtRates();
        return machine;
    }

    [Fact]
    public async Task It_is_never_sliced_and_its_whole_window_has_all_histograms()
    {
        var machine = Machine("a", "b");
        await machine.SuiteAsync(new() { Rounds = 1 });
        Assert.Empty(machine.Slices);
        Assert.All(machine.Kept, record => Assert.Equal(CellStatus.Ok, record.Status));
        var window = machine.KeptOf("b")[0].Unbroken!;
        Assert.Equal((5_000, 1_000_000_000, 0), (window.Received, window.DurationNs, window.Unsent));
        Assert.Equal(20_000, Median(window.Histogram), tolerance: 20);
        Assert.Equal(10_000, Median(window[HistogramKind.Uncorrected]!), tolerance: 20);
        Assert.Equal(2_000, Median(window[HistogramKind.SendLateness]!), tolerance: 20);
    }

    [Fact]
    public async Task All_cells_of_a_round_have_the_same_arrivals_and_other_rounds_and_seeds_others()
    {
        var machine = Machine("a", "b");
        await machine.SuiteAsync(new() { Rounds = 2 }, seed: 7);
        var seeds = machine.Kept.GroupBy(r => r.Round).Select(r => r.Select(t => t.ArrivalsSeed).Distinct()).ToList();
        Assert.All(seeds, round => Assert.Single(round));
        Assert.Equal(2, seeds.SelectMany(round => round).Distinct().Count());
        Assert.All(
            machine.Runs,
            run =>
                Assert.Equal(
                    ("fixed-rate", 5_000, "poisson"),
                    ((string)run["load"]!, (int)run["rate_per_s"]!, (string)run["arrivals"]!)
                )
        );
        Assert.Equal(
            seeds.SelectMany(round => round).Order(),
            machine.Runs.Select(run => (int?)run["seed"]).Distinct().Order()
        );
        var again = Machine("a");
        await again.SuiteAsync(new() { Rounds = 2 }, seed: 7);
        Assert.Equal(seeds.SelectMany(round => round), again.Kept.Select(r => r.ArrivalsSeed));
    }

    [Fact]
    public async Task A_closed_loop_has_neither_load_nor_seed()
    {
        var machine = FakeMachine.With("a");
        Assert.Null(Assert.Single(await machine.BlockAsync()).ArrivalsSeed);
        Assert.All(machine.Runs, run => Assert.False(run.ContainsKey("load") || run.ContainsKey("seed")));
    }

    [Fact]
    public async Task A_client_that_can_not_send_at_a_rate_is_unsupported_and_the_others_go_on()
    {
        var machine = FakeMachine.With("a", "b").Where(AtRate);
        machine["a"].SendsAtRates();
        var records = await machine.BlockAsync(sliced: false);
        Assert.Equal([CellStatus.Ok, CellStatus.Unsupported], records.Select(r => r.Status));
        Assert.Contains("can't send at a rate (its loads: closed)", records[1].Reason);
        Assert.Contains("client: reference", records[1].Reason);
    }

    /// <summary>At a rate that does not change, a warm-up goes by the round trips, which become shorter.</summary>
    [Fact]
    public async Task Warm_up_goes_on_while_round_trips_become_shorter()
    {
        var machine = Machine("a");
        machine["a"].Answers(run => run.Kind == "warm-up" ? 20_000 + 100_000 / run.Nth : 20_000);
        var falling = Assert.Single(await machine.BlockAsync(sliced: false)).WarmUp!;
        machine["a"].Answers(_ => 20_000);
        var steady = Assert.Single(await machine.BlockAsync(sliced: false)).WarmUp!;
        Assert.Equal((4, WarmUpVerdict.Settled), (steady.Messages / 225, steady.Verdict));
        Assert.True(falling.Messages > 2 * steady.Messages, $"{falling}");
    }

    [Fact]
    public async Task A_probe_at_a_rate_has_arrivals_that_are_always_the_same_or_is_bad_input()
    {
        var record = await Users.ProbeAsync(Machine("a"));
        Assert.Equal((1, 5_000), (record.ArrivalsSeed, record.Unbroken!.Received));
        Assert.NotNull(record.Unbroken[HistogramKind.SendLateness]);

        var machine = FakeMachine.With("a").Where(AtRate);
        var failure = await Assert.ThrowsAsync<BadInputException>(() => Users.ProbeAsync(machine));
        Assert.Contains("can't send at a rate", failure.Message);
    }

    [Fact]
    public async Task Messages_that_were_never_sent_are_told()
    {
        var machine = Machine("a");
        machine["a"].ClientAnswers("unbroken", (JsonObject reply) => reply["unsent"] = 17);
        Assert.Equal(17, Assert.Single(await machine.BlockAsync(sliced: false)).Unbroken!.Unsent);
    }

    private static double Median(long[] counts) => Histogram.FromSparse(counts).PercentileNs(0.5);
}
