using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>What a worker process is started with.</summary>
public class WorkerSurroundingsTests
{
    private static async Task<string> Says(
        string command,
        string? cpus = null,
        Dictionary<string, string>? environment = null
    )
    {
        await using var worker = await Scripts.StartAsync(
            $$"""read l; printf '{"id":1,"status":"ok","said":"%s"}\n' "$({{command}})"; cat >/dev/null""",
            cpus,
            environment
        );
        return (await worker.CallAsync("hello", [], Scripts.Generous, default)).Text("said");
    }

    [Fact]
    public async Task Affinity_is_set_before_it_begins_and_is_all_cores_without_a_list()
    {
        var core = Machine.AvailableCores()[^1];
        Assert.EndsWith(
            $"\\t{core}",
            await Says("""grep Cpus_allowed_list /proc/self/status | sed 's/\t/\\\\t/'""", $"{core}"),
            StringComparison.Ordinal
        );
        Assert.Equal(
            Machine.AvailableCores(),
            CoreList.Parse(await Says("grep Cpus_allowed_list /proc/self/status | cut -f2"))
        );
    }

    [Fact]
    public async Task Environment_is_added_to_the_inherited_one() =>
        Assert.Equal(
            "1 yes",
            await Says("echo $DOTNET_gcServer ${PATH:+yes}", environment: new() { ["DOTNET_gcServer"] = "1" })
        );

    [Fact]
    public async Task It_has_a_session_of_its_own_so_that_ctrl_c_reaches_the_controller_only()
    {
        var session = await Says("echo $(cut -d' ' -f6 /proc/$$/stat) $$");
        Assert.Equal(session.Split(' ')[0], session.Split(' ')[1]);
    }

    [Fact]
    public async Task A_missing_folder_is_an_exception_not_a_hang() =>
        await Assert.ThrowsAnyAsync<Exception>(() =>
            WorkerProcess.StartAsync("x", ["true"], "/nowhere", new Dictionary<string, string>(), cpus: null)
        );
}
