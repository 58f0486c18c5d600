namespace Pingmark.EndToEndTests;

/// <summary>Workers whose build of this machine does not start on another: their sources are sent there by a real ssh,
/// and built by the compiler there.</summary>
[Trait("Gate", "no")]
public sealed class BuiltThereTests(SshMachines machines) : SshUser(machines)
{
    [SkippableFact]
    public async Task What_does_not_start_there_is_built_there_once_and_measured()
    {
        await FarAsync();
        Machines.Forget();
        (await OnAsync("ssh:a"))
            .Exits(0)
            .Complains(
                "sending the sources of far/worker to a (",
                "building far/worker on a …",
                "built far/worker on a in "
            );
        SummaryChecks.IsHealthy(Assert.Single(Summary("run").Cells()));
        Assert.Equal(
            "far/worker was built on a",
            Summary("run")
                .GetProperty("notes")
                .EnumerateArray()
                .Single(note => note.Text("id") == "built-there")
                .Text("text")
        );
        await NothingIsLeftAsync();

        // Asked for, and there already.
        var second = (await OnAsync("left", Hosts("there"))).Exits(0);
        Assert.DoesNotContain("far/worker to left", second.Errors, StringComparison.Ordinal);

        (await OnAsync("left", Hosts("here")))
            .Exits(3)
            .Complains("as it was built here, far/worker does not start on left", "/far", "`build: here`")
            .Within(LongestComplaint);
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task Without_a_compiler_there_it_is_said_what_to_install()
    {
        await FarAsync();
        (await OnAsync("ssh:bare"))
            .Exits(3)
            .Complains(
                "does not start on bare",
                "to build it on bare, g++, cmake, timeout are not installed there",
                "on bare: apt-get install g++ cmake make coreutils"
            )
            .Within(LongestComplaint);
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task A_build_that_fails_there_is_told_with_its_last_lines()
    {
        await FarAsync("echo 'main.cpp:1: error: not on this machine' >&2; exit 2");
        (await OnAsync("ssh:b"))
            .Exits(3)
            .Complains("on b its build there failed (exit code 2):", "main.cpp:1: error: not on this machine", "mend: ")
            .Within(LongestComplaint);
        await NothingIsLeftAsync();
    }

    [SkippableTheory]
    [InlineData("controller")]
    [InlineData("ssh")]
    public async Task Whatever_ends_no_build_goes_on_there(string what)
    {
        await FarAsync("sleep 600 & wait");
        await using var run = await StartAsync(Words("--server", "ssh:b", "--clients", "ssh:b"));
        await run.UntilAsync(() => Machines.Processes.Any(p => p.Command == "sleep 600"));
        if (what == "controller")
            run.Signal(Signals.Kill);
        else
            Signals.Send(run.Worker("ControlMaster=yes")!.Pid, Signals.Kill);
        await NothingIsLeftAsync();
        if (what == "controller")
            await run.UntilNothingIsLeftAsync(LongestEnd);
        else
            (await run.EndAsync()).Exits(3).Complains("pingmark: b: ");
    }

    private async Task FarAsync(string? buildThere = null)
    {
        Suite($"[{FarWorker.Stack}]");
        await WorkersHere.NeedAsync("cpp/sockets");
        Root = new FarWorker(Folder, buildThere).Root;
    }

    private string[] Hosts(string build) =>
        ["--hosts", Folder.Write("hosts.yaml", $"hosts: [{{name: left, ssh: a, build: {build}}}]\n")];

    private Task<CommandResult> OnAsync(string where, params string[] more) =>
        PlacedAsync(["--server", where, "--clients", where, .. more]);
}
