using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Sudden death of any part at any moment: no process stays, and the trials that were finished can be
/// read.</summary>
[Trait("Layer", "processes")]
[Trait("Gate", "no")]
public sealed class KillTests : CommandLineUser
{
    /// <summary>How long anything may live after a killed controller.</summary>
    private const double Soon = 2;

    private const string Java = "pingmark-java-sockets",
        DotNet = "pingmark-dotnet-sockets";

    [Fact]
    public async Task A_controller_that_is_killed_leaves_no_worker_not_even_frozen_ones_in_sessions_of_their_own()
    {
        await using var run = await StartAsync(
            Line(
                "run floor --stacks cpp/tcp-spin,java/tcp-spin,dotnet/tcp-spin --rounds 99 --set duration=200ms "
                    + "--set slice=20ms --out run"
            )
        );
        // The servers of the two cells that wait their turn are frozen.
        await run.UntilAsync(() => FinishedTrials("run") > 0 && run.Workers.Count(w => w.IsFrozen) >= 2);
        Assert.DoesNotContain(
            run.Workers,
            worker => worker.Session == run.Processes.Single(p => p.Pid == run.Pid).Session
        );
        run.Signal(Signals.Kill);
        await run.UntilNothingIsLeftAsync(Soon);
        await FinishedTrialsAreReadableAsync();
    }

    [Fact]
    public async Task A_run_that_was_killed_is_gone_on_with_and_keeps_its_trials_byte_for_byte()
    {
        var plan = Line("floor --stacks a=cpp/tcp-epoll,b=cpp/tcp-epoll --rounds 4 --set duration=300ms");
        await using (var run = await StartAsync(["run", .. plan, "--out", "run"]))
        {
            await run.UntilAsync(() => FinishedTrials("run") >= 3);
            run.Signal(Signals.Kill);
            await run.UntilNothingIsLeftAsync(Soon);
        }
        var finished = File.ReadAllText(Folder["run/trials.jsonl"]);
        finished = finished[..(finished.LastIndexOf('\n') + 1)];
        (await RunAsync("run", "--resume", "run", "--rounds", "4")).Exits(2).Complains("--resume without SUITE");
        (await RunAsync(["run", .. plan, "--set", "slice=50ms", "--resume", "run"]))
            .Exits(2)
            .Complains("slice_ns: 100000000, now 50000000");
        (await RunAsync(["run", .. plan, "--resume", "run"])).Prints("resumed on ");
        Assert.StartsWith(finished, File.ReadAllText(Folder["run/trials.jsonl"]), StringComparison.Ordinal);
        Assert.All(Summary("run").Cells(), cell => Assert.Equal(4, cell.Number("rounds")));
        (await RunAsync("run", "--resume", "run")).Exits(2).Complains("is complete");
    }

    [Theory]
    [InlineData("")]
    [InlineData(Java)]
    public async Task A_controller_that_is_killed_while_a_worker_starts_leaves_nothing(string starting)
    {
        await using var run = await StartAsync(
            Line("run floor --stacks cpp/tcp-spin,java/tcp-spin,dotnet/tcp-spin --set slice=50ms --out run")
        );
        // Before there is a run, its processes are the launcher's.
        await run.UntilAsync(() =>
            File.Exists(Folder["run/trials.jsonl"])
            && run.Workers.Any(w => w.Command.Contains(starting, StringComparison.Ordinal))
        );
        run.Signal(Signals.Kill);
        await run.UntilNothingIsLeftAsync(Soon);
        (await RunAsync("report", "run")).Exits(1).Prints("not reached before the run ended");
    }

    /// <summary>One that stops answers no more, and is ended although it is stopped.</summary>
    [Theory]
    [InlineData(DotNet, Signals.Kill, "was killed by signal 9")]
    [InlineData(Java, Signals.Kill, "was killed by signal 9")]
    [InlineData(DotNet, Signals.Stop, "")]
    public async Task A_worker_that_is_lost_while_it_measures_fails_its_cell_and_the_others_are_measured(
        string victim,
        int signal,
        string said
    )
    {
        await using var run = await StartMixedAsync();
        await run.UntilAsync(() => IsMeasuredAgain(run, victim));
        await FailsAsync(run, victim, signal, said);
        Assert.True(Cell("victim").GetProperty("rounds").GetInt32() >= 1, "the rounds before it was lost count");
        await FinishedTrialsAreReadableAsync();
    }

    [Fact]
    public async Task A_worker_that_is_killed_while_it_starts_fails_its_cell()
    {
        await using var run = await StartMixedAsync();
        // Before the first round workers are asked what their stacks are.
        await run.UntilAsync(() =>
            run.Errors.Contains("3 cells, ", StringComparison.Ordinal) && run.Worker(Java) is not null
        );
        await FailsAsync(run, Java, Signals.Kill, "");
    }

    private async Task FailsAsync(RunningCommand run, string victim, int signal, string said)
    {
        Signals.Send(run.Worker(victim)!.Pid, signal);
        (await run.EndAsync()).Exits(1).Prints("failed");
        await run.UntilNothingIsLeftAsync(Soon);
        Assert.Equal("failed", Cell("victim").Text("status"));
        Assert.Contains(said, Cell("victim").GetProperty("reasons")[0].GetString(), StringComparison.Ordinal);
        Assert.All(
            ["baseline", "other"],
            label => Assert.Equal(("ok", 2), (Cell(label).Text("status"), Cell(label).Number("rounds")))
        );
    }

    /// <summary>Three cells in one block; the victim's server is the only .NET process, its client the only Java one,
    /// and those of the others start in no time.</summary>
    private Task<RunningCommand> StartMixedAsync()
    {
        Folder.Write(
            "mixed.yaml",
            """
            stacks:
              - {stack: cpp/tcp-epoll, label: baseline}
              - {stack: cpp/tcp-threads, label: other}
              - {stack: dotnet/tcp-async, label: victim, client: java/tcp-threads}
            duration: 1500ms
            slice: 50ms
            warmup: 100ms
            rounds: 2
            """
        );
        return StartAsync("run", "mixed.yaml", "--out", "run");
    }

    /// <summary>In the second round, whose processes start when those of the first have ended, it is connected: how
    /// much it does until the round is over depends on the machine.</summary>
    private static bool IsMeasuredAgain(RunningCommand run, string worker) =>
        run.Errors.Contains("\nround 2/2, ", StringComparison.Ordinal)
        && run.Worker(worker) is { } process
        && TcpConnections.Has(process.Pid);

    private JsonElement Cell(string label) => Summary("run").Cells().Single(cell => cell.Text("label") == label);

    private async Task FinishedTrialsAreReadableAsync()
    {
        var finished = FinishedTrials("run");
        var report = await RunAsync("report", "run", "--json");
        Assert.Contains(report.ExitCode, new[] { 0, 1 });
        Assert.True(finished > 0);
        Assert.All(
            report.Json.GetProperty("cells").EnumerateArray(),
            cell =>
                // On a machine in use a trial may count for nothing, and then it is told why.
                Assert.True(
                    cell.GetProperty("messages").GetInt64() > 0
                        || cell.GetProperty("status").GetString() is "invalid" or "failed"
                            && cell.GetProperty("reasons").GetArrayLength() > 0,
                    cell.GetProperty("reasons").ToString()
                )
        );
    }
}
