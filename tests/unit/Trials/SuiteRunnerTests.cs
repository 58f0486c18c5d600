using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Rounds of blocks: which cells go on, and when a run ends.</summary>
public class SuiteRunnerTests
{
    private static SuiteSettings Rounds(int rounds) => new() { Rounds = rounds };

    [Fact]
    public async Task Every_cell_is_measured_once_a_round_by_fresh_processes()
    {
        var machine = FakeMachine.With("a", "b");
        await machine.SuiteAsync(Rounds(4));
        Assert.Equal([1, 2, 3, 4], machine.KeptOf("a").Select(r => r.Round));
        Assert.Equal([1, 2, 3, 4], machine.KeptOf("b").Select(r => r.Round));
        Assert.Equal(4 * 2 * 2, machine.Starts.Count);
        Assert.Equal(machine.Starts.Count, machine.Events.Count(e => e.Op == "end"));
    }

    [Fact]
    public async Task The_baseline_is_measured_in_each_block_beside_its_pair()
    {
        var machine = FakeMachine.With("a", "b", "c", "d");
        await machine.SuiteAsync(Rounds(2));
        Assert.All(machine.Kept.GroupBy(r => r.Block), block => Assert.Equal("a", block.First().Cell));
        Assert.All(new[] { "b", "c", "d" }, cell => Assert.Equal(2, machine.KeptOf(cell).Count));
    }

    [Fact]
    public async Task A_failed_cell_is_not_tried_again_and_the_others_go_on()
    {
        var machine = FakeMachine.With("a", "b", "c");
        machine["b"].ServerFails("listen", "on purpose");
        await machine.SuiteAsync(Rounds(5));
        Assert.Equal(CellStatus.Failed, Assert.Single(machine.KeptOf("b")).Status);
        Assert.Equal(5, machine.KeptOf("c").Count(r => r.Status == CellStatus.Ok));
    }

    [Fact]
    public async Task When_the_baseline_fails_the_next_cell_takes_its_place()
    {
        var machine = FakeMachine.With("a", "b", "c");
        machine["a"].ServerFails("listen", "on purpose");
        await machine.SuiteAsync(Rounds(3));
        Assert.All(machine.KeptOf("a"), r => Assert.Equal(1, r.Round));
        Assert.All(
            machine.Kept.Where(r => r.Round > 1).GroupBy(r => r.Block),
            block => Assert.Equal("b", block.First().Cell)
        );
        Assert.All(machine.KeptOf("c").Where(r => r.Round > 1), r => Assert.NotNull(r.Slices));
    }

    [Fact]
    public async Task A_run_of_failures_ends()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].ServerFails("listen", "on purpose");
        machine["b"].ServerFails("listen", "on purpose");
        await machine.SuiteAsync(Rounds(50));
        Assert.Equal(["a", "b"], machine.Kept.Select(r => r.Cell).Distinct().Order());
        Assert.True(machine.Kept.Count <= 3);
    }

    /// <summary>What a busy machine does widens intervals, and costs no more time.</summary>
    [Fact]
    public async Task A_cell_of_two_rates_gets_no_other_trial()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].Runs(run => run.Kind == "slice" ? 40_000 : 20_000);
        await machine.SuiteAsync(Rounds(1));
        Assert.Equal([1], machine.KeptOf("b").Select(r => r.Round));
    }

    [Fact]
    public async Task Ctrl_C_loses_the_block_in_flight_and_nothing_else()
    {
        using var controlC = new CancellationTokenSource();
        var machine = FakeMachine.With("a", "b");
        machine["b"]
            .BeforeMeasuring(run =>
            {
                if (run is { Start: 3, Kind: "slice", Nth: 2 })
                    controlC.Cancel();
            });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            machine.SuiteAsync(Rounds(5), cancel: controlC.Token)
        );
        Assert.Equal([1, 1, 2, 2], machine.Kept.Select(r => r.Round));
        Assert.Empty(machine.StillRunning);
    }
}
