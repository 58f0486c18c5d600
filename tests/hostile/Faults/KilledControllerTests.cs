using System.Text.Json;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>The end of the controller, as somebody else wants it.</summary>
[Trait("Gate", "no")]
public sealed class KilledControllerTests : CommandLineUser
{
    /// <summary>How long anything may live after it.</summary>
    private const double Soon = 2;

    private static readonly string[] Serve = ["serve", "fake/tcp", "--plain"];
    private readonly Stray _stray = new();

    /// <summary>Even a process that cleared its environment and left its session (`setsid env -i`).</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_killed_controller_leaves_nothing_of_a_build_or_a_worker(bool isBuild)
    {
        await using var command = Start($"{_stray.Command}; exec sleep 602", isBuild);
        await command.UntilAsync(() => _stray.IsAlive && command.Processes.Any(p => p.Command == "sleep 602"));
        command.Signal(Signals.Kill);
        await command.UntilNothingIsLeftAsync(Soon);
        await Eventually.TrueAsync(() => !_stray.IsAlive, Patience.For(Soon), () => "it is left");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_a_build_or_a_worker_started_ends_with_it(bool isBuild)
    {
        await using var command = Start($"{_stray.Command}; {_stray.Awaited}; touch '{Folder["there"]}'", isBuild);
        await command.EndAsync();
        Assert.True(File.Exists(Folder["there"]), command.Errors);
        Assert.False(_stray.IsAlive);
    }

    /// <summary>SIGHUP of a terminal that is closed, and SIGTERM; SIGINT is the end-to-end tests' matter.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(15)]
    public async Task A_signal_that_asks_for_the_end_leaves_the_partial_report(int signal)
    {
        await using var run = Start("exec sleep 601", isBuild: false, "run", "tiny", "--out", "run");
        await run.UntilAsync(() => run.Processes.Any(p => p.Command == "sleep 601"));
        run.Signal(signal);
        (await run.EndAsync(10)).Exits(130).Prints("not reached before the run ended");
        await run.UntilNothingIsLeftAsync(Soon);
        Assert.True(Summary("run").GetProperty("interrupted").GetBoolean());
    }

    /// <summary>A blank in the path of temporary files does not make another folder of it.</summary>
    [Fact]
    public async Task A_killed_controllers_temporary_folder_goes_and_no_other()
    {
        var canary = Folder.Write("rm/canary", "mine");
        TemporaryFiles = Directory.CreateDirectory(Folder["rm canary"]).FullName;
        await using var command = Start("exec sleep 602", isBuild: false, "conform", "fake/sockets");
        await command.UntilAsync(() => command.Processes.Any(p => p.Command == "sleep 602") && Own().Any());
        command.Signal(Signals.Kill);
        await command.UntilNothingIsLeftAsync(Soon);
        await Eventually.TrueAsync(() => !Own().Any(), Patience.For(Soon), () => string.Join('\n', Own()));
        Assert.Equal("mine", File.ReadAllText(canary));
    }

    private IEnumerable<string> Own() => Directory.EnumerateDirectories(Folder["rm canary"], "pingmark-*");

    private RunningCommand Start(string script, bool isBuild, params string[] words)
    {
        var tree = new SourceTree(Folder);
        Directory.CreateSymbolicLink(Folder["tree/protocol"], Path.Combine(Repository.Root, "protocol"));
        if (isBuild)
            tree.WithManifest(new { build = new[] { new[] { "sh", "-c", script } } }, script: null);
        else
            tree.WithScript(script);
        if (words.Length == 0)
            words = isBuild ? ["build", "fake/sockets"] : Serve;
        return new(Folder.Path, tree.Root, words, TemporaryFiles);
    }
}
