namespace Pingmark.Hostile.Tests.Faults;

public sealed class FloodOnStderrTests : FolderUser
{
    /// <summary>The controller has less memory than the flood has bytes, so that it can't keep them.</summary>
    private const long FloodBytes = 60_000_000,
        HeapBytes = 40_000_000;

    [Fact]
    public async Task A_worker_that_floods_its_stderr_fills_nobodys_memory()
    {
        var tree = new SourceTree(Folder).WithScript($"head -c {FloodBytes} /dev/zero | tr '\\0' x >&2; exit 7");
        await using var command = new RunningCommand(
            Folder.Path,
            tree.Root,
            ["serve", "fake/tcp", "--plain"],
            environment: new() { ["DOTNET_GCHeapHardLimit"] = $"{HeapBytes:x}" }
        );
        var result = await command.EndAsync(20);
        result.Exits(1).Complains("exit code 7", new string('x', 200) + "…");
        Assert.InRange(result.Errors.Length, 0, 2_000);
    }
}
