using Pingmark.Placement;

namespace Pingmark.Hostile.Tests.Faults;

[Trait("Gate", "no")]
public sealed class FarFloodTests : FolderUser
{
    private const string ALineWithoutAnEnd = "head -c 60000000 /dev/zero | tr '\\0' x";

    /// <summary>Without a limit its last line is the flood.</summary>
    [Theory]
    [InlineData("exec cat /dev/zero", "a line of more than 65536 bytes")]
    [InlineData("yes 'a greeting'", "more than 64 KiB of other lines")]
    [InlineData("while :; do echo; done", "more than 64 KiB of other lines")]
    [InlineData($"({ALineWithoutAnEnd}) >&2", "xxx…\"")]
    [InlineData("yes >&2 & cat >/dev/null; kill $!", "said nothing for 8 s")]
    [Fault(
        "another machine writes without end, to stdout or stderr, with line ends or without, and takes no worker",
        "it is named with how much that was; 64 KiB of it are kept",
        3,
        10
    )]
    public async Task It_fills_nobodys_memory(string flood, string told)
    {
        var before = GC.GetTotalMemory(forceFullCollection: true);
        var message = await new FarSide(flood).RefusalAsync(Folder);
        Assert.StartsWith("far: ", message, StringComparison.Ordinal);
        Assert.Contains(told, message, StringComparison.Ordinal);
        Assert.InRange(message.Length, 0, 3_000);
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 50_000_000);
    }

    [Theory]
    [InlineData("exec cat /dev/zero")]
    [InlineData("yes")]
    public async Task Before_a_worker_starts_it_does_not_either(string flood)
    {
        await using var site = await new FarSide(flood).OpenAsync();
        var refused = await Assert.ThrowsAsync<SiteException>(() => FarSide.StartCatAsync(site));
        Assert.Contains("more than 64 KiB were printed there before the worker", refused.Message);
    }

    /// <summary>Lines in place of an answer, of which few are kept; then it says what it is, and is asked.</summary>
    [Fact]
    public async Task In_place_of_facts_it_does_not_either()
    {
        var far = new FarSide("yes $(head -c 10000 /dev/zero | tr '\\0' x) | head -n 20000; exec \"$@\"")
        {
            FromTheStart = true,
        };
        var before = GC.GetTotalMemory(forceFullCollection: true);
        // 200 MB, and its facts are beyond what is kept.
        Assert.Contains("boot_id", (await Assert.ThrowsAsync<SiteException>(far.OpenAsync)).Message);
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 50_000_000);
    }
}
