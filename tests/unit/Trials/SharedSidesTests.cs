using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Every client against every server: each side is one process, which serves all its cells.</summary>
public class SharedSidesTests
{
    private static readonly SuiteSettings OneRound = new() { Rounds = 1, SharesSides = true };

    private static async Task<FakeMachine> MeasuredAsync(FakeMachine machine, SuiteSettings? settings = null)
    {
        await machine.SuiteAsync(settings ?? OneRound, cells: machine.Matrix);
        return machine;
    }

    private static IEnumerable<TrialRecord> Of(FakeMachine machine, Cell cell) =>
        machine.Kept.Where(record => record.Cell == cell.Id);

    [Fact]
    public async Task A_round_starts_each_side_once_and_the_baseline_its_own()
    {
        var machine = await MeasuredAsync(FakeMachine.With("a", "b", "c"), OneRound with { Rounds = 3 });
        Assert.Equal(3 * (2 * 3 + 2), machine.Starts.Count);
        Assert.Equal(3 * 2, machine.Starts.Count(start => start is ("b", "client", _) or ("b", "server", _)));
        Assert.All(
            machine.Matrix.Skip(1),
            cell => Assert.Equal(Enumerable.Repeat(CellStatus.Ok, 3), Of(machine, cell).Select(r => r.Status))
        );
    }

    [Fact]
    public async Task Every_client_has_measured_every_server()
    {
        var machine = await MeasuredAsync(FakeMachine.With("a", "b", "c"));
        foreach (var stack in new[] { "b", "c" })
            Assert.Equal(3, machine.Events.Count(e => e == new FakeEvent(stack, "client", "connect")));
        Assert.Equal(
            new[] { "a", "b", "c" },
            machine.Measurements.Where(m => m.Kind == "slice").Select(m => m.Stack).Distinct().Order()
        );
        // Not what its sides counted with others before.
        Assert.All(machine.Kept, record => Assert.Equal(record.Unbroken!.Received, record.Unbroken.Server!.Messages));
    }

    [Fact]
    public async Task Fresh_processes_may_be_asked_for()
    {
        var machine = FakeMachine.With("a", "b", "c");
        await machine.SuiteAsync(new() { Rounds = 1, FreshProcesses = true }, cells: machine.Matrix);
        Assert.Equal(2 * machine.Kept.Count, machine.Starts.Count);
    }

    [Fact]
    public async Task A_server_that_counts_less_than_its_clients_received_fails_its_cells_alone()
    {
        var machine = FakeMachine.With("a", "b", "c");
        machine["b"].ServerAnswers("usage", reply => reply["messages"] = (long)reply["messages"]! / 2);
        await MeasuredAsync(machine);
        Assert.All(
            machine.Matrix,
            cell =>
                Assert.All(
                    Of(machine, cell),
                    record => Assert.Equal(cell.Stack == "b" ? CellStatus.Failed : CellStatus.Ok, record.Status)
                )
        );
        Assert.All(
            machine.Kept.Where(record => record.Status == CellStatus.Failed),
            record => Assert.Contains("by its own count", record.Reason)
        );
    }

    [Fact]
    public async Task The_sides_of_a_cell_that_failed_are_started_anew()
    {
        var machine = FakeMachine.With("a", "b", "c");
        var failures = 0;
        machine["b"]
            .BeforeMeasuring(run =>
            {
                if (run.Kind == "slice" && failures++ == 0)
                    throw new FakeError("on purpose");
            });
        await MeasuredAsync(machine);
        Assert.Single(machine.Kept, record => record.Status == CellStatus.Failed);
        // Its server has other cells; its client may have had them all.
        Assert.InRange(machine.Starts.Count, 2 * 3 + 2 + 1, 2 * 3 + 2 + 2);
    }

    [Fact]
    public async Task A_waiting_side_that_works_disturbs_whoever_is_measured()
    {
        var machine = FakeMachine.With("a", "b", "c");
        machine["b"]
            .BeforeMeasuring(run =>
            {
                if (run.Kind == "slice")
                    machine["c"].Works("server", 10_000_000);
            });
        await MeasuredAsync(machine);
        Assert.Contains(
            machine.Kept,
            record => record.Cell.StartsWith("b ", StringComparison.Ordinal) && record.DisturbedBy.Contains("c server")
        );
    }

    /// <summary>The baseline's two, and as many of the others as are left.</summary>
    [Fact]
    public Task No_more_sides_are_up_than_there_is_room_for() =>
        Assert.AllAsync<int>(
            [6, 8, 100],
            async mostSides =>
            {
                var machine = FakeMachine.With("a", "b", "c", "d");
                await machine.SuiteAsync(
                    OneRound with
                    {
                        MostSides = mostSides,
                        SliceNs = 200_000_000,
                    },
                    cells: machine.Matrix,
                    mostPairs: mostSides / 2
                );
                Assert.InRange(machine.MostUp, 4, mostSides);
                Assert.Equal(
                    machine.Matrix.Select(cell => cell.Id).Order(),
                    machine.Kept.Select(r => r.Cell).Distinct().Order()
                );
                Assert.All(machine.Kept, record => Assert.Equal(CellStatus.Ok, record.Status));
            }
        );

    [Fact]
    public async Task A_run_that_ended_early_goes_on_with_the_same_blocks()
    {
        var whole = await MeasuredAsync(FakeMachine.With("a", "b", "c"));
        foreach (var blocks in new[] { 1, 3 })
        {
            var kept = whole.Kept.Where(trial => trial.Block <= blocks).ToList();
            var resumed = FakeMachine.With("a", "b", "c");
            await resumed.SuiteAsync(OneRound, cells: resumed.Matrix, earlier: kept);
            Assert.Equal(
                whole.Kept.Select(trial => (trial.Block, trial.Cell)),
                kept.Concat(resumed.Kept).Select(trial => (trial.Block, trial.Cell))
            );
        }
    }

    [Fact]
    public async Task A_side_that_cannot_end_in_order_fails_the_cell_that_it_measured_last()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].ServerFails("stop", "on purpose");
        await MeasuredAsync(machine);
        var failed = Assert.Single(machine.Kept, record => record.Status == CellStatus.Failed);
        Assert.StartsWith("b client ", failed.Cell);
        Assert.Contains("on purpose", failed.Reason);
    }
}
