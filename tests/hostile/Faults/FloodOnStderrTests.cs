namespace Pingmark.Hostile.Tests.Faults;

public sealed class FloodOnStderrTests : FolderUser
{
    private const int Most = 20,
        Longest = 200;

    /// <summary>The controller has less memory than the flood has bytes, so that it can't keep them: what it allocates
    /// in passing is none of this test's business.</summary>
    private const long FloodBytes = 60_000_000,
        HeapBytes = 40_000_000;

    [Fact]
    [Fault(
        "a worker writes gigabytes to stderr without a line end",
        "its last 20 lines of 200 letters are kept",
        -1,
        5
    )]
    public async Task A_worker_that_floods_its_stderr_fills_nobodys_memory()
    {
        var tree = FakeTree.In(Folder, FakeTree.Built, $"head -c {FloodBytes} /dev/zero | tr '\\0' x >&2; exit 7");
        await using var command = new RunningCommand(
            Folder.Path,
            tree,
            ["serve", "x/a", "--plain"],
            environment: new() { ["DOTNET_GCHeapHardLimit"] = $"{HeapBytes:x}" }
        );
        var result = await command.EndAsync(20);
        result.Exits(1).Complains("exit code 7", new string('x', Longest) + "…");
        Assert.InRange(result.Errors.Length, 0, 2_000);
    }

    [Fact]
    public void A_line_without_an_end_is_cut()
    {
        var lines = new LastLines(Most, Longest);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var flood = new string('x', 64 << 10);
        for (var i = 0; i < 2_000; i++)
            lines.Add(flood);
        lines.Add("\nlast words\n");
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        Assert.Equal([new string('x', Longest) + "…", "last words"], lines.Read());
    }
}
