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
            .Complains("sending the sources of far/worker to a (", "built far/worker on a in ");
        SummaryChecks.IsHealthy(Assert.Single(Summary("run").Cells()));
        // Asked for, and there already.
        var second = (await OnAsync("left", Hosts("there"))).Exits(0);
        Assert.DoesNotContain("far/worker to left", second.Errors, StringComparison.Ordinal);
        (await OnAsync("left", Hosts("here")))
            .Exits(3)
            .Complains("as it was built here, far/worker does not start on left", "`build: here`");
        await NothingIsLeftAsync();
    }

    [SkippableFact]
    public async Task Without_a_compiler_there_it_is_said_what_to_install()
    {
        await FarAsync();
        (await OnAsync("ssh:bare"))
            .Exits(3)
            .Complains("g++, cmake, timeout are not installed there", "on bare: apt-get install g++ cmake");
        await NothingIsLeftAsync();
    }

    private async Task FarAsync()
    {
        Suite($"[{FarWorker.Stack}]");
        await WorkersHere.NeedAsync("cpp/sockets");
        Root = new FarWorker(Folder).Root;
    }

    private string[] Hosts(string build) =>
        ["--hosts", Folder.Write("hosts.yaml", $"hosts: [{{name: left, ssh: a, build: {build}}}]\n")];

    private Task<CommandResult> OnAsync(string where, params string[] more) =>
        PlacedAsync(["--server", where, "--clients", where, .. more]);
}
