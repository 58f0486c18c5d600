using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>One start of the processes serves several scenarios.</summary>
public class ProcessSetTests
{
    private static readonly Scenario[] Two = [new() { Connections = 1 }, new() { Connections = 16 }];

    private static SuiteSettings Rounds(int rounds) => new() { Rounds = rounds };

    [Fact]
    public async Task A_round_starts_each_pair_once_unless_fresh_ones_are_asked_for_and_measures_all_scenarios_with_it()
    {
        var machine = FakeMachine.With("a", "b").Where(Two);
        await machine.SuiteAsync(Rounds(3));
        Assert.Equal(3 * 2 * 2, machine.Starts.Count);
        Assert.Equal(3 * 2 * 2, machine.Kept.Count);
        Assert.All(machine.Kept, record => Assert.Equal(CellStatus.Ok, record.Status));
        Assert.Equal(
            ["connect", "disconnect", "connect", "disconnect", "stop"],
            machine.Told("b", "client").Where(op => op is "connect" or "disconnect" or "stop").Take(5)
        );
        var fresh = FakeMachine.With("a", "b").Where(Two);
        await fresh.SuiteAsync(Rounds(3) with { FreshProcesses = true });
        Assert.Equal(3 * 2 * 2 * 2, fresh.Starts.Count);
    }

    [Fact]
    public async Task What_a_server_is_told_must_be_the_same()
    {
        var machine = FakeMachine
            .With("a", "b")
            .Where(new Scenario(), new Scenario { Socket = new() { NoDelay = true } });
        await machine.SuiteAsync(Rounds(1));
        Assert.Equal(2 * 2 * 2, machine.Starts.Count);
    }

    [Fact]
    public async Task Two_entries_of_the_same_stack_never_share_processes()
    {
        var machine = FakeMachine.With("a");
        var cell = machine.Cells[0];
        await machine.SuiteAsync(Rounds(1), cells: [cell, cell with { Id = "other", Label = "other" }]);
        Assert.Equal(4, machine.Starts.Count);
    }

    [Fact]
    public async Task A_pair_that_failed_is_started_anew_for_the_next_scenario()
    {
        var machine = FakeMachine.With("a", "b").Where(Two);
        var failures = 0;
        machine["b"]
            .BeforeMeasuring(run =>
            {
                if (run.Kind == "slice" && failures++ == 0)
                    throw new FakeError("on purpose");
            });
        await machine.SuiteAsync(Rounds(1));
        Assert.Equal([CellStatus.Failed, CellStatus.Ok], machine.KeptOfStack("b").Select(r => r.Status));
        Assert.Equal(2 * 2 + 2, machine.Starts.Count);
    }

    [Fact]
    public async Task The_second_scenario_of_the_same_processes_needs_a_shorter_warm_up()
    {
        var machine = FakeMachine.With("a", "b").Where(Two);
        machine["b"].CompilesAsItRuns().Runs(200_000);
        await machine.SuiteAsync(Rounds(1));
        var warmUps = machine.KeptOfStack("b").Select(r => r.WarmUp!.DurationNs).ToList();
        Assert.True(warmUps[1] < warmUps[0], string.Join(' ', warmUps));
    }

    [Fact]
    public async Task A_worker_that_cannot_end_in_order_fails_its_cell()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].ServerFails("stop", "on purpose");
        await machine.SuiteAsync(Rounds(1));
        Assert.Contains(
            machine.KeptOf("b"),
            r => r is { Status: CellStatus.Failed, Reason: { } why } && why.Contains("on purpose")
        );
    }
}
