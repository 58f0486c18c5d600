using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Both sides in one process: one worker is started, and each request says whom it means.</summary>
public class OneProcessTests
{
    private const string Both = "both sides";

    private static FakeMachine Machine(int threads, params int[] known)
    {
        var machine = FakeMachine.With("a").Where(new Scenario { PairThreads = threads });
        machine["a"].IsBothSidesWith(known);
        return machine;
    }

    [Fact]
    public async Task One_worker_is_server_and_client_and_what_it_used_is_told_once()
    {
        var machine = Machine(2, 1, 2);
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal((CellStatus.Ok, ""), (record.Status, record.Reason ?? ""));
        Assert.Equal([("a", Both, "0,1")], machine.Starts);
        Assert.Equal(2, (int)Assert.Single(machine.Listens)["pair_threads"]!);
        Assert.Equal(
            ["start", "hello", "describe", "listen", "connect", "usage of server"],
            machine.Told("a", Both).Take(6)
        );
        Assert.Equal(
            ["disconnect of client", "disconnect of server", "usage of client", "stop of server", "end"],
            machine.Told("a", Both).TakeLast(5)
        );
        var window = record.Unbroken!;
        Assert.Equal((null, null), (window.Server, window.ServerCost));
        Assert.True(window.ClientCost!.IsOfBoth);
        Assert.Equal(
            (double)window.ClientCost.CpuNs / window.ClientCost.WallNs,
            Metric.Busy.Estimation.ValueOf(window)!.Value,
            1e-9
        );
    }

    [Fact]
    public async Task A_server_that_counts_less_than_its_client_is_found_here_too()
    {
        var machine = Machine(2, 2);
        machine["a"].Answers(Both, "usage of server", reply => reply["messages"] = 0);
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal(CellStatus.Failed, record.Status);
        Assert.Contains("by its own count", record.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_stack_that_cannot_is_unsupported()
    {
        var record = Assert.Single(await Machine(1, 2).BlockAsync());
        Assert.Equal(CellStatus.Unsupported, record.Status);
        Assert.Contains("can't have both sides in one process with 1 thread; it can with: 2", record.Reason);
    }
}
