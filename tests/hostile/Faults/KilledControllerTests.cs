using System.Text.Json;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>The end of the controller, as somebody else wants it.</summary>
[Trait("Gate", "no")]
public sealed class KilledControllerTests : CommandLineUser
{
    /// <summary>How long anything may live after it.</summary>
    private const double Soon = 2;

    /// <summary>What is started sleeps; its helper, too.</summary>
    private const string SleepsWithHelper = "sleep 601 >/dev/null 2>&1 </dev/null & exec sleep 602";

    [Fact]
    [Fault(
        "SIGKILL of the controller while it builds",
        "the build ends with all that it started",
        -1,
        2,
        IsTimedByTest = true
    )]
    public Task A_killed_controller_leaves_no_build() =>
        LeavesNothingAsync(SleepsWithHelper, "exit 1", "build", "x/fake");

    [Fact]
    [Fault(
        "SIGKILL of the controller while workers have helpers of their own",
        "all of them end",
        -1,
        2,
        IsTimedByTest = true
    )]
    public Task A_killed_controller_leaves_no_workers_helper() =>
        LeavesNothingAsync(FakeTree.Built, SleepsWithHelper, "serve", "x/a", "--plain");

    private async Task LeavesNothingAsync(string build, string worker, params string[] arguments)
    {
        await using var command = new RunningCommand(Folder.Path, FakeTree.In(Folder, build, worker), arguments);
        await command.UntilAsync(() =>
            command.Processes.Any(p => p.Command == "sleep 601") && command.Processes.Any(p => p.Command == "sleep 602")
        );
        command.Signal(Signals.Kill);
        await command.UntilNothingIsLeftAsync(Soon);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(15)]
    [Fault(
        "SIGHUP (a terminal that is closed), SIGINT, SIGQUIT or SIGTERM while it measures",
        "the workers end, and what is measured is reported",
        130,
        10,
        IsTimedByTest = true
    )]
    public async Task A_signal_that_asks_for_the_end_leaves_the_partial_report(int signal)
    {
        Folder.Write("suite.yaml", "stacks: [x/a]\n");
        await using var run = new RunningCommand(
            Folder.Path,
            FakeTree.In(Folder, FakeTree.Built, "exec sleep 601"),
            ["run", "suite.yaml", "--out", "run"]
        );
        await run.UntilAsync(() => run.Processes.Any(p => p.Command == "sleep 601"));
        run.Signal(signal);
        (await run.EndAsync(10)).Exits(130).Prints("not reached before the run ended");
        await run.UntilNothingIsLeftAsync(Soon);
        Assert.True(Summary("run").GetProperty("interrupted").GetBoolean());
    }
}
