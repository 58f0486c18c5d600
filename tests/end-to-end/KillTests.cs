using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Sudden death of any part: no process stays, and the trials that were finished can be read.</summary>
[Trait("Layer", "processes")]
[Trait("Gate", "no")]
public sealed class KillTests : CommandLineUser
{
    /// <summary>How long anything may live after a killed controller.</summary>
    private const double Soon = 2;

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
        var report = await RunAsync("report", "run", "--json");
        Assert.Contains(report.ExitCode, new[] { 0, 1 });
        // On a machine in use a trial may count for nothing, and then it is told why.
        Assert.All(
            report.Json.Cells(),
            cell => Assert.True(cell.Number("messages") > 0 || cell.GetProperty("reasons").GetArrayLength() > 0)
        );
    }

    [Fact]
    public async Task A_controller_that_is_killed_while_a_worker_starts_leaves_nothing()
    {
        await using var run = await StartAsync(
            Line("run floor --stacks cpp/tcp-spin,java/tcp-spin,dotnet/tcp-spin --set slice=50ms --out run")
        );
        // Before there is a run, its processes are the launcher's.
        await run.UntilAsync(() =>
            File.Exists(Folder["run/trials.jsonl"]) && run.Worker("pingmark-java-sockets") is not null
        );
        run.Signal(Signals.Kill);
        await run.UntilNothingIsLeftAsync(Soon);
        (await RunAsync("report", "run")).Exits(1).Prints("not reached before the run ended");
    }

    /// <summary>One that stops answers no more, and is ended although it is stopped. The victim's server is the only
    /// .NET process, and those of the others start in no time.</summary>
    [Theory]
    [InlineData(Signals.Kill, "was killed by signal 9")]
    [InlineData(Signals.Stop, "")]
    public async Task A_worker_that_is_lost_while_it_measures_fails_its_cell_and_the_others_are_measured(
        int signal,
        string said
    )
    {
        Folder.Write(
            "mixed.yaml",
            """
            stacks:
              - {stack: cpp/tcp-epoll, label: baseline}
              - {stack: cpp/tcp-threads, label: other}
              - {stack: dotnet/tcp-async, label: victim, client: cpp/tcp-threads}
            duration: 1500ms
            slice: 50ms
            warmup: 100ms
            rounds: 2
            """
        );
        await using var run = await StartAsync("run", "mixed.yaml", "--out", "run");
        await run.UntilAsync(() =>
            run.Errors.Contains("\nround 2/2, ", StringComparison.Ordinal) && run.Worker("dotnet-sockets") is not null
        );
        Signals.Send(run.Worker("dotnet-sockets")!.Pid, signal);
        (await run.EndAsync()).Exits(1).Prints("failed");
        await run.UntilNothingIsLeftAsync(Soon);
        Assert.Equal("failed", Cell("victim").Text("status"));
        Assert.Contains(said, Cell("victim").GetProperty("reasons")[0].GetString(), StringComparison.Ordinal);
        Assert.True(Cell("victim").Number("rounds") >= 1, "the rounds before it was lost count");
        Assert.All(
            ["baseline", "other"],
            label => Assert.Equal(("ok", 2), (Cell(label).Text("status"), Cell(label).Number("rounds")))
        );
    }

    private JsonElement Cell(string label) => Summary("run").Cells().Single(cell => cell.Text("label") == label);
}
