using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Tests.Placement;
using Pingmark.Tests.Results;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>Workers that run by themselves, on another machine: sent as they were built here, or built there. The
/// machine is this one with another cache; its workers are scripts.</summary>
[Trait("Gate", "no")]
public sealed class NativeDeploymentTests : IDisposable
{
    private const string Works =
        "#!/bin/sh\nwhile read -r request; do\n"
        + """
            echo '{"id":1,"status":"ok","protocol":1,"histogram_layout":"log-linear/1024","worker":"x/worker",'
            """
        + """
            '"runtime":"sh","libraries":[],"cpus":[0],"stacks":["x/a"]}'
            """
        + "\ndone\n";

    private const string WorksNot = "#!/no/such/loader\n";

    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _said = new();

    [Fact]
    public async Task What_starts_there_is_sent_once()
    {
        var worker = Worker(Works);
        for (var time = 0; time < 2; time++)
        {
            var (folder, isBuiltThere, availability) = await DeployAsync(worker);
            Assert.Equal((false, Availability.Yes), (isBuiltThere, availability));
            Assert.Equal(Works, File.ReadAllText(Path.Combine(folder!, "build/out")));
        }
        Assert.Equal(1, Said("sending x/worker to other"));
        Assert.Equal(0, Builds);
    }

    [Fact]
    public async Task What_does_not_start_there_is_built_there_once_of_its_sources()
    {
        var worker = Worker(WorksNot);
        for (var time = 0; time < 2; time++)
        {
            var (folder, isBuiltThere, availability) = await DeployAsync(worker);
            Assert.Equal((true, Availability.Yes), (isBuiltThere, availability));
            Assert.Equal([".whole", "build/out"], FilesIn(folder!));
        }
        Assert.Equal(1, Said("sending the sources of x/worker to other"));
        Assert.Equal(1, Said("building x/worker on other"));
        Assert.Equal(1, Said("built x/worker on other in"));
        Assert.Equal(1, Builds);
        // Nothing is left beside what is kept: what was sent, and what was built.
        Assert.Equal(2, Directory.GetFileSystemEntries(_folder["cache/pingmark"]).Length);

        _folder.Write("worker/worker.sh", Works + "\n# changed\n");
        await DeployAsync(worker);
        Assert.Equal(2, Builds);
    }

    [Fact]
    public async Task It_is_built_there_where_that_is_asked_for_or_this_machine_could_not()
    {
        var worker = Worker(Works);
        Assert.True((await DeployAsync(worker, BuildPlace.There)).IsBuiltThere);
        Assert.True((await DeployAsync(worker, here: new(false, "g++ is not installed"))).IsBuiltThere);
        var broken = new Availability(false, "its build failed") { IsBroken = true };
        Assert.Equal(((string?)null, false, broken), await DeployAsync(worker, here: broken));
    }

    [Fact]
    public async Task It_is_not_built_there_where_that_is_asked_for()
    {
        var (folder, _, availability) = await DeployAsync(Worker(WorksNot), BuildPlace.Here);
        Assert.Null(folder);
        Assert.StartsWith("as it was built here, x/worker does not start on other: ended with", availability.Reason);
        Assert.Contains("failed to execute", availability.Reason);
        Assert.Contains("`build: here`", availability.Mend);
    }

    [Fact]
    public async Task A_build_that_fails_there_is_told()
    {
        await IsToldAsync(
            "echo worker.c:3: no such header; exit 2",
            "its build there failed (exit code 2):\n    | worker.c:3: no"
        );
        await IsToldAsync("mkdir build", "its build there made no build/out");
        await IsToldAsync("mkdir build; touch build/out", "as it was built on other, it does not start there");

        async Task IsToldAsync(string build, string why)
        {
            var (folder, _, availability) = await DeployAsync(Worker(Works, build), BuildPlace.There);
            Assert.Null(folder);
            Assert.False(availability.IsAvailable);
            Assert.Contains(why, availability.Reason);
            Assert.Contains("on other", availability.Mend);
        }
    }

    [Fact]
    public async Task A_build_there_has_a_deadline_and_leaves_nothing()
    {
        var worker = Worker(Works, $"sleep 600 & echo $! >{_folder["helper"]}; wait");
        var (_, _, availability) = await DeployAsync(worker, BuildPlace.There, longest: TimeSpan.FromSeconds(1));
        Assert.Contains("its build there took longer than 1 s", availability.Reason);
        await Scripts.EndsAsync(int.Parse(File.ReadAllText(_folder["helper"])));
        Assert.Empty(Directory.GetFileSystemEntries(_folder["cache/pingmark"]));
    }

    [Fact]
    public async Task What_a_build_there_lacks_is_named_at_once()
    {
        var worker = Worker(WorksNot) with
        {
            Requires =
            [
                new() { Command = "no-such-compiler", Debian = ["compiler"] },
                new() { Command = "sh", Debian = ["dash"] },
                new() { File = "/no/such.h", Debian = ["compiler", "such-dev"] },
                new() { Command = "no-such-tool", Hint = "get it" },
            ],
        };
        var availability = (await DeployAsync(worker)).Availability;
        Assert.Contains(
            "; to build it on other, no-such-compiler, /no/such.h, no-such-tool are not installed there",
            availability.Reason
        );
        Assert.Equal("on other: apt-get install compiler such-dev; get it", availability.Mend);
        Assert.Equal(0, Builds);
    }

    private int Builds => File.Exists(_folder["builds"]) ? File.ReadLines(_folder["builds"]).Count() : 0;

    private int Said(string words) =>
        _said.ToString().Split('\n').Count(line => line.StartsWith(words, StringComparison.Ordinal));

    /// <summary>Its build makes it of a file that works; here it made something else.</summary>
    private WorkerManifest Worker(string builtHere, string? build = null)
    {
        _folder.Write("worker/worker.sh", Works);
        var output = _folder.Write("worker/build/out", builtHere);
        if (!OperatingSystem.IsWindows())
            foreach (var file in new[] { output, _folder["worker/worker.sh"] })
                File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        _folder.Write("kit/kit.sh", "");
        return Manifests.Of("x/worker", "x/a") with
        {
            Folder = _folder["worker"],
            Output = "build/out",
            Start = ["{output}"],
            Inputs = ["../kit", "."],
            Build =
            [
                ["sh", "-c", $"echo built >>{_folder["builds"]}; [ -f ../kit/kit.sh ]"],
                ["sh", "-c", build ?? "mkdir build && cp -p worker.sh build/out"],
            ],
        };
    }

    private async Task<(string? Folder, bool IsBuiltThere, Availability Availability)> DeployAsync(
        WorkerManifest worker,
        BuildPlace? place = null,
        Availability? here = null,
        TimeSpan? longest = null
    )
    {
        await using var site = await RemoteSite.OpenAsync(
            new() { Name = "other" },
            new ThisMachineAsAnother($"XDG_CACHE_HOME={_folder["cache"]}"),
            CancellationToken.None
        );
        var progress = new ProgressLog(_said, isTerminal: false);
        return await new NativeDeployment(worker, site, progress, longest).DeployAsync(
            place,
            here ?? Availability.Yes,
            CancellationToken.None
        );
    }

    private static IEnumerable<string> FilesIn(string folder) =>
        Directory
            .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file))
            .Order(StringComparer.Ordinal);

    public void Dispose() => _folder.Dispose();
}
