namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Where temporary files belong is anybody's choice, and may have a blank in it.</summary>
[Trait("Gate", "no")]
public sealed class OthersFolderTests : CommandLineUser
{
    private const double Soon = 5;

    [Fact]
    [Fault(
        "SIGKILL of the controller where the path of its temporary folder has a blank in it",
        "that folder goes, and none of another name",
        -1,
        5,
        IsTimedByTest = true
    )]
    public async Task Nobody_elses_goes()
    {
        var canary = Folder.Write("rm/canary", "mine");
        Directory.CreateDirectory(Folder["rm canary"]);
        await using var command = new RunningCommand(
            Folder.Path,
            FakeTree.In(Folder, FakeTree.Built, "exec sleep 602"),
            ["conform", "x/fake"],
            temporaryFiles: Folder["rm canary"]
        );
        await command.UntilAsync(() => command.Processes.Any(p => p.Command == "sleep 602") && Own().Any());
        command.Signal(Signals.Kill);
        await command.UntilNothingIsLeftAsync(Soon);
        await Eventually.TrueAsync(() => !Own().Any(), Patience.For(Soon), () => string.Join('\n', Own()));
        Assert.Equal("mine", File.ReadAllText(canary));
    }

    private IEnumerable<string> Own() => Directory.EnumerateDirectories(Folder["rm canary"], "pingmark-*");
}
