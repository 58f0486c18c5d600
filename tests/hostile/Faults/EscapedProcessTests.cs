namespace Pingmark.Hostile.Tests.Faults;

/// <summary>What a worker or a build has started, and hidden from whoever started it.</summary>
[Trait("Gate", "no")]
public sealed class EscapedProcessTests : CommandLineUser
{
    private const double Soon = 2;

    private readonly Stray _stray = new();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Fault(
        "a worker or a build starts a process that clears its environment and leaves its session (`setsid env -i`)",
        "it ends with the worker or build, and with a controller that is killed",
        -1,
        5,
        IsTimedByTest = true
    )]
    public async Task It_ends_with_what_started_it(bool isBuild)
    {
        await using var command = Starting($"{_stray.Command}; {_stray.Awaited}; touch there", isBuild);
        await command.EndAsync();
        Assert.True(File.Exists(Folder["tree/workers/x/fake/there"]), command.Errors);
        Assert.False(_stray.IsAlive);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_ends_with_a_controller_that_is_killed(bool isBuild)
    {
        await using var command = Starting($"{_stray.Command}; exec sleep 602", isBuild);
        await command.UntilAsync(() => _stray.IsAlive && command.Processes.Any(p => p.Command == "sleep 602"));
        command.Signal(Signals.Kill);
        await command.UntilNothingIsLeftAsync(Soon);
        await Eventually.TrueAsync(() => !_stray.IsAlive, Patience.For(Soon), () => "it is left");
    }

    private RunningCommand Starting(string script, bool isBuild) =>
        new(
            Folder.Path,
            isBuild
                ? FakeTree.In(Folder, $"{script}; {FakeTree.Built}", "exit 1")
                : FakeTree.In(Folder, FakeTree.Built, $"{script}; exit 1"),
            isBuild ? ["build", "x/fake"] : ["serve", "x/a", "--plain"]
        );
}
