using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Several servers are counted as one, and each has clients of its own.</summary>
public class ServerGroupTests
{
    private const int Two = 2,
        Four = 4;

    private static FakeMachine Machine(int servers = Two, int generators = Four) =>
        FakeMachine.With("a").Where(new Scenario { Servers = servers, Generators = generators });

    private static async Task<TrialRecord> MeasureAsync(FakeMachine machine) =>
        Assert.Single(await machine.BlockAsync(sliced: false));

    [Fact]
    public async Task Clients_take_the_servers_in_turn_and_what_all_servers_used_is_added_up()
    {
        var machine = Machine();
        var record = await MeasureAsync(machine);
        Assert.Equal(CellStatus.Ok, record.Status);
        Assert.Equal([Two, Four], new[] { "server", "client" }.Select(r => machine.Starts.Count(s => s.Role == r)));
        Assert.Equal([1, 2, 1, 2], machine.Connects.Select(connect => (int)connect["port"]!));
        Assert.Single(machine.Listens.Select(listen => (string)listen["token"]!).Distinct());
        var unbroken = record.Unbroken!;
        Assert.Equal((Four * 20_000, Four * 20_000), (unbroken.Received, unbroken.Server!.Messages));
        Assert.Equal(unbroken.Server.Messages * 3000, unbroken.Server.CpuNs);
        Assert.Equal(Four, unbroken.Generators!.Asked);
    }

    [Fact]
    public async Task Memory_is_that_of_all_servers_for_each_connection()
    {
        var machine = FakeMachine
            .With("a")
            .Where(
                new Scenario
                {
                    Servers = Two,
                    Generators = Two,
                    Connections = 50,
                }
            );
        var asked = 0;
        // Both were asked once when there was no connection yet.
        machine["a"].ServerAnswers("usage", reply => reply["rss_bytes"] = ++asked <= Two ? 0 : 5_000);
        Assert.Equal(Two * 5_000 / 100, (await MeasureAsync(machine)).Unbroken!.ServerBytesPerConnection);
    }

    /// <summary>The sum of both is right: one tells what the other has answered.</summary>
    [Fact]
    public async Task Each_server_is_held_against_its_own_clients()
    {
        var machine = Machine(generators: Two);
        var asked = 0;
        machine["a"]
            .ServerAnswers("usage", reply => reply["messages"] = asked++ % Two == 0 ? 2 * (long)reply["messages"]! : 0);
        var record = await MeasureAsync(machine);
        Assert.Equal(CellStatus.Failed, record.Status);
        Assert.Contains("(2 of 2) answered 0 messages by its own count, its clients received", record.Reason);
    }

    [Fact]
    public async Task A_cell_one_of_whose_servers_had_nothing_to_do_is_invalid()
    {
        var machine = Machine(generators: Two);
        machine["a"].Runs(run => run is { Kind: "unbroken", Start: 2 } ? 0 : 20_000);
        var cell = SummaryBuilder.SummarizeCell(Trial.OfCell(machine.Cells[0], [await MeasureAsync(machine)]));
        Assert.Equal(CellStatus.Invalid, cell.Status);
        Assert.Contains(cell.Audits, audit => audit is { Id: "generators", Verdict: AuditVerdict.Invalid });

        var whole = Trial.OfCell(machine.Cells[0], [await MeasureAsync(Machine(generators: Two))]);
        Assert.DoesNotContain(
            SummaryBuilder.SummarizeCell(whole).Audits,
            audit => audit is { Id: "generators", Verdict: not AuditVerdict.Note }
        );
    }

    [Fact]
    public async Task Where_one_ended_it_is_named()
    {
        var machine = Machine(generators: Two);
        machine["a"].ServerFails("usage", "was killed on purpose");
        var record = await MeasureAsync(machine);
        Assert.Equal(CellStatus.Failed, record.Status);
        Assert.Contains("was killed on purpose", record.Reason);
    }

    [Fact]
    public async Task Stacks_alternate_in_slices_and_servers_that_spin_are_frozen_meanwhile()
    {
        var machine = FakeMachine.With("a", "b").Where(new Scenario { Servers = Two, Generators = Two });
        machine["a"].Spins();
        await machine.SuiteAsync(new() { Rounds = 1 });
        Assert.All(machine.Kept, record => Assert.Equal(2 * 20_000d, record.Slices!.ThroughputPerS, tolerance: 1));
        Assert.All(machine.Measurements.Where(m => m.Stack == "b"), m => Assert.Empty(m.AwakeSpinners));
        Assert.Equal(Two * machine.Kept.Count, machine.Starts.Count(start => start.Role == "server"));
    }
}
