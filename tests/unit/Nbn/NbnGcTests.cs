using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Trials;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnGcTests
{
    [Fact]
    public void Modes_are_read_in_their_order_each_once()
    {
        Assert.Equal([NbnGc.Server, NbnGc.Workstation], NbnGcModes.Read(["Server,workstation"]));
        Assert.Equal([NbnGc.Workstation], NbnGcModes.Read(["workstation, workstation"]));
        Assert.Equal(
            "--gc must be workstation, server, or both with a comma, not 'none'",
            Assert.Throws<BadInputException>(() => NbnGcModes.Read(["server,none"])).Message
        );
    }

    /// <summary>With one core of its own the runtime takes workstation GC.</summary>
    [Fact]
    public void A_side_with_server_GC_has_two_cores_where_there_are_two()
    {
        Assert.Equal(new Pin("all", "all"), NbnGcModes.PinOfServerGc(cores: 3, areApart: false));
        Assert.Equal(new Pin("2", "rest"), NbnGcModes.PinOfServerGc(cores: 4, areApart: false));
        Assert.Equal(new Pin("all", "rest"), NbnGcModes.PinOfServerGc(cores: 2, areApart: true));
    }

    [Fact]
    public void What_a_side_has_it_says_itself()
    {
        Assert.Equal("server, concurrent", NbnGcModes.FindReported(".NET 10.0.1 (server, concurrent), LiteNetLib 1.0"));
        Assert.Equal(
            "workstation, not concurrent",
            NbnGcModes.FindReported(".NET 10.0.1 (workstation, not concurrent)")
        );
        Assert.Null(NbnGcModes.FindReported("C++17, g++ 12.2.0"));
        Assert.Null(NbnGcModes.FindReported("x (server, "));
    }

    [Fact]
    public void A_side_with_another_one_than_it_was_asked_for_is_told()
    {
        Dictionary<string, string> Of(string server, string client) =>
            new() { ["server"] = $".NET 10 ({server})", ["client"] = $".NET 10 ({client})" };
        Assert.Null(NbnGcModes.FindProblem(NbnGc.Server, Of("server, concurrent", "server, concurrent")));
        Assert.Equal(
            "server GC was asked for, and the client's is workstation, concurrent: a process with one core never has "
                + "server GC",
            NbnGcModes.FindProblem(NbnGc.Server, Of("server, concurrent", "workstation, concurrent"))
        );
    }

    [Fact]
    public void A_suite_has_each_of_its_cells_in_each_mode_and_the_time_for_them()
    {
        var suite = new Suite
        {
            Name = "x",
            Cells = [Trial.Cell("dotnet/a"), Trial.Cell("cpp/b")],
            Settings = new() { BudgetNs = 10 },
        };
        var both = NbnGcModes.RepeatInEach(suite, [NbnGc.Workstation, NbnGc.Server], cores: 4, areApart: false);
        Assert.Equal(["dotnet/a", "dotnet/a server-gc", "cpp/b"], both.Cells.Select(cell => cell.Label));
        Assert.Equal(3, both.Cells.Select(cell => cell.Id).Distinct().Count());
        Assert.Equal(["gcServer=1"], both.Cells[1].RuntimeOptions["dotnet"]);
        Assert.Empty(both.Cells[0].RuntimeOptions);
        // All have the same cores, or it would be no comparison.
        Assert.All(both.Cells, cell => Assert.Equal(new Pin("2", "rest"), cell.Scenario.Pin));
        Assert.Equal(20, both.Settings.BudgetNs);
        Assert.Same(suite, NbnGcModes.RepeatInEach(suite, [NbnGc.Workstation], cores: 4, areApart: false));
    }

    [Fact]
    public async Task Both_processes_are_started_with_it_and_have_all_cores()
    {
        var machine = FakeMachine.With("a");
        var result = await Users.NbnAsync(machine, new() { DurationS = 1, GcModes = [NbnGc.Server] });
        Assert.Equal(NbnGc.Server, result.Gc);
        Assert.All(machine.RuntimeOptions, options => Assert.Equal(["gcServer=1"], options["dotnet"]));
        Assert.Equal(("0,1", "0,1"), (machine.Starts[0].Cpus, machine.Starts[1].Cpus));
    }

    /// <summary>Or the collectors would not be compared with one another.</summary>
    [Fact]
    public async Task Where_both_are_measured_the_default_has_the_same_cores()
    {
        var machine = FakeMachine.With("a");
        NbnOptions both = new() { DurationS = 1, GcModes = [NbnGc.Server, NbnGc.Workstation] };
        var result = await Users.NbnAsync(machine, both with { Gc = NbnGc.Workstation });
        Assert.Equal(NbnGc.Workstation, result.Gc);
        Assert.Equal(2, machine.RuntimeOptions.Count);
        Assert.All(machine.RuntimeOptions, Assert.Empty);
        Assert.Equal(("0,1", "0,1"), (machine.Starts[0].Cpus, machine.Starts[1].Cpus));
    }
}
