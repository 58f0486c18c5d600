using Pingmark.Host;
using Pingmark.Tests.Results;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

[Trait("Gate", "no")]
public sealed class WorkerBuilderTests : IDisposable
{
    private static readonly DateTime Noon = new(2026, 1, 2, 12, 0, 0, DateTimeKind.Utc);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private WorkerManifest Worker(string? script = null) =>
        Manifests.Of("x/worker", "x/a") with
        {
            Folder = _folder["worker"],
            Output = "build/out",
            Inputs = ["../kit", "."],
            Build = script is null
                ? []
                :
                [
                    ["sh", "-c", script],
                ],
        };

    private void Write(string file, DateTime at) => File.SetLastWriteTimeUtc(_folder.Write(file, ""), at);

    private static Task<Availability> Build(WorkerManifest manifest, bool force = false) =>
        new WorkerBuilder(FakeMachine.Silent).EnsureBuiltAsync(manifest, force, default);

    private WorkerManifest Built(string? script = null)
    {
        Write("worker/main.c", Noon);
        Write("kit/kit.c", Noon);
        Write("worker/build/out", Noon.AddHours(1));
        return Worker(script);
    }

    [Fact]
    public async Task Who_builds_in_one_tree_at_once_takes_turns()
    {
        Write("worker/main.c", Noon);
        var steps = _folder["steps"];
        var worker = Worker($"echo begin >>{steps}; mkdir -p build && date >build/out; echo end >>{steps}");
        var built = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => Build(worker, force: true)));
        Assert.All(built, one => Assert.True(one.IsAvailable, one.Reason));
        Assert.Equal(
            Enumerable.Repeat(new[] { "begin", "end" }, 5).SelectMany(one => one),
            await File.ReadAllLinesAsync(steps)
        );
    }

    [Fact]
    public async Task Who_has_waited_finds_it_built()
    {
        Write("worker/main.c", Noon);
        var steps = _folder["steps"];
        var worker = Worker($"echo built >>{steps}; mkdir -p build && date >build/out");
        await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => Build(worker)));
        Assert.Single(await File.ReadAllLinesAsync(steps));
    }

    [Fact]
    public void It_is_stale_without_output_or_with_a_newer_input_that_is_no_build_folders_file()
    {
        Write("worker/main.c", Noon);
        Assert.True(WorkerBuilder.IsStale(Worker()));
        var manifest = Built();
        Assert.False(WorkerBuilder.IsStale(manifest));
        Assert.All<(string File, bool IsStale)>(
            [
                ("worker/main.c", true),
                ("worker/deep/er/new.c", true),
                ("kit/kit.c", true),
                ("worker/build/cache", false),
                ("worker/deep/obj/cache", false),
                ("kit/target/x.class", false),
                ("kit/bin/x.dll", false),
                ("elsewhere/x.c", false),
            ],
            row =>
            {
                Write(row.File, Noon.AddHours(2));
                Assert.Equal(row.IsStale, WorkerBuilder.IsStale(manifest));
                Write(row.File, Noon);
            }
        );
    }

    [Fact]
    public async Task An_incremental_build_that_leaves_the_output_untouched_is_not_repeated()
    {
        var manifest = Built("true");
        Write("worker/main.c", Noon.AddHours(2));
        await Build(manifest);
        Assert.False(WorkerBuilder.IsStale(manifest));
    }

    [Fact]
    public async Task What_is_up_to_date_is_built_by_force_only()
    {
        var manifest = Built("touch ran");
        await Build(manifest);
        Assert.False(File.Exists(_folder["worker/ran"]));
        await Build(manifest, force: true);
        Assert.True(File.Exists(_folder["worker/ran"]));
    }

    [Fact]
    public async Task A_failing_build_tells_its_last_lines_and_the_command()
    {
        var result = await Build(
            Built("i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo line $i; done; echo 'error: no ;' >&2; exit 2"),
            force: true
        );
        Assert.False(result.IsAvailable);
        Assert.StartsWith("its build failed:\n    line 17\n", result.Reason);
        Assert.EndsWith("\n    line 30\n    error: no ;", result.Reason);
        Assert.Contains("worker && sh -c i=0;", result.Mend);
    }

    [Fact]
    public async Task Why_a_build_failed_is_listed_until_something_changes_or_it_succeeds()
    {
        Write("worker/main.c", Noon);
        Write("kit/kit.c", Noon);
        var broken = Worker("echo main.c:3: error: no such thing; echo 1 error generated; exit 2");
        await Build(broken);
        Assert.Equal(
            "its last build failed: main.c:3: error: no such thing; mend: ./pingmark build x/worker",
            $"{WorkerCatalog.Check(broken)}"
        );

        Write("worker/main.c", DateTime.UtcNow.AddMinutes(1));
        Assert.Equal("x/worker is not built", WorkerCatalog.Check(broken).Reason);

        await Build(broken);
        Write("worker/main.c", Noon);
        var mended = Worker("mkdir -p build && touch build/out");
        await Build(mended);
        Assert.True(WorkerCatalog.Check(mended).IsAvailable);
    }

    /// <summary>What MSBuild prints when no source has a package.</summary>
    [Fact]
    public async Task A_package_that_cannot_be_had_is_told_in_a_line()
    {
        var built = await Build(
            Built("echo '/x/y.csproj : error NU1101: Unable to find package Nice. [/x/y.csproj]'; exit 1") with
            {
                Package = "Nice 1.0 (NuGet)",
            },
            force: true
        );
        Assert.Equal(
            "Nice 1.0 (NuGet) is not to be had here: error NU1101: Unable to find package Nice.",
            built.Reason
        );
        Assert.Equal("make Nice 1.0 (NuGet) available, then ./pingmark build x/worker", built.Mend);
        Assert.Equal(built, WorkerCatalog.Check(Built() with { Package = "Nice 1.0 (NuGet)" }));

        var broken = Built("echo '/x/y.cs(1,2): error CS1002: ; expected [/x/y.csproj]'; exit 1");
        built = await Build(broken with { Package = "Nice 1.0 (NuGet)" }, force: true);
        Assert.StartsWith("its build failed:", built.Reason);
    }

    [Fact]
    public async Task A_package_that_could_not_be_had_is_asked_for_again_by_build_and_after_a_change()
    {
        const string tries = "echo try >> ../tries; echo 'x : error NU1101: Unable to find package Nice.'; exit 1";
        Write("worker/main.c", Noon);
        Write("kit/kit.c", Noon);
        var manifest = Worker(tries) with { Package = "Nice" };
        var first = await Build(manifest);
        Assert.Equal(first, await Build(manifest));
        Assert.Equal(1, Tries());

        await new WorkerBuilder(FakeMachine.Silent).EnsureBuiltAsync(manifest, false, default, triesAgain: true);
        Assert.Equal(2, Tries());

        Write("worker/main.c", DateTime.UtcNow.AddMinutes(1));
        await Build(manifest);
        Assert.Equal(3, Tries());

        int Tries() => File.ReadLines(_folder["tries"]).Count();
    }

    /// <summary>Workers of one language build a kit in one folder.</summary>
    [Fact]
    public async Task Workers_of_one_language_take_turns()
    {
        const string turn = "mkdir ../turn && mkdir -p build && touch build/out && rmdir ../turn";
        var manifests = new[] { "x/a", "x/b" }
            .Select(name => Worker(turn) with { Name = name, Folder = _folder[name], Inputs = [] })
            .ToList();
        manifests.ForEach(manifest => Directory.CreateDirectory(manifest.Folder));
        var built = await new WorkerBuilder(FakeMachine.Silent).EnsureAllBuiltAsync(manifests, force: false, default);
        Assert.All(manifests, manifest => Assert.Equal(Availability.Yes, built[manifest.Name]));
    }

    [Fact]
    public async Task After_a_builder_that_is_not_there_the_others_are_not_run()
    {
        var manifest = Built() with
        {
            Build =
            [
                ["no-such-compiler"],
                ["touch", "ran"],
            ],
        };
        Assert.Contains("no-such-compiler", (await Build(manifest, force: true)).Reason);
        Assert.False(File.Exists(_folder["worker/ran"]));
    }

    [Fact]
    public async Task A_build_without_output_is_told() =>
        Assert.Equal(
            new Availability(false, "its build made no build/out", "./pingmark build x/worker") { IsBroken = true },
            await Build(Worker("true") with { Folder = Directory.CreateDirectory(_folder["empty"]).FullName })
        );

    [Fact]
    public async Task A_missing_requirement_is_told_before_anything_is_built_and_an_optional_one_stops_nothing()
    {
        var optional = new Requirement { File = "/does/not/exist", Optional = true };
        Assert.Equal(Availability.Yes, await Build(Built() with { Requires = [optional] }));
        var manifest = Built("touch ran") with { Requires = [new() { Command = "no-such-command", Debian = ["it"] }] };
        Assert.Equal(
            "no-such-command is not installed; mend: apt-get install it",
            (await Build(manifest, force: true)).ToString()
        );
        Assert.False(File.Exists(_folder["worker/ran"]));
    }

    [Fact]
    public async Task Arguments_are_not_interpreted_by_the_shell()
    {
        var manifest = Built() with
        {
            Build =
            [
                ["touch", "a b;c $HOME"],
            ],
        };
        await Build(manifest, force: true);
        Assert.True(File.Exists(_folder["worker/a b;c $HOME"]));
    }

    [Fact]
    public async Task A_cancelled_build_ends()
    {
        using var cancel = new CancellationTokenSource();
        var build = new WorkerBuilder(FakeMachine.Silent).EnsureBuiltAsync(
            Built("exec sleep 600"),
            force: true,
            cancel.Token
        );
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => build);
    }

    [Fact]
    public async Task Nothing_that_a_build_started_stays()
    {
        await Build(Built("sleep 600 >/dev/null 2>&1 & echo $! > helper"), force: true);
        await Scripts.EndsAsync(int.Parse(File.ReadAllText(_folder["worker/helper"])));
    }

    [Fact]
    public async Task No_compiler_server_is_asked_for()
    {
        await Build(
            Built("echo $UseSharedCompilation $MSBUILDDISABLENODEREUSE $DOTNET_CLI_USE_MSBUILD_SERVER > told"),
            force: true
        );
        Assert.Equal("false 1 0", File.ReadAllText(_folder["worker/told"]).Trim());
    }

    [Fact]
    public void What_starts_workers_must_be_installed()
    {
        foreach (var lacking in new[] { "setpriv", "taskset" })
            Assert.Equal(lacking, ProcessLauncher.FindMissing(command => command == lacking ? null : command));
        Assert.Null(ProcessLauncher.Missing);
    }
}
