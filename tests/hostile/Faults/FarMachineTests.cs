using Pingmark.Placement;
using Pingmark.Placement.Engines.Slurm;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Another machine says more than anybody keeps, or words that are a command.</summary>
[Trait("Gate", "no")]
public sealed class FarMachineTests
{
    private const string Evil = "touch EVIL";

    /// <summary>Without a limit its last line is the flood.</summary>
    [Theory]
    [InlineData("exec cat /dev/zero", "far: ssh ended without a word")]
    [InlineData("(head -c 60000000 /dev/zero | tr '\\0' x) >&2", "xxx…\"")]
    public async Task A_flood_fills_nobodys_memory(string flood, string said)
    {
        var before = GC.GetTotalMemory(forceFullCollection: true);
        var refused = await Assert.ThrowsAsync<SiteException>(new FarSide(flood).OpenAsync);
        Assert.Contains(said, refused.Message, StringComparison.Ordinal);
        Assert.InRange(refused.Message.Length, 0, 3_000);
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 50_000_000);
    }

    [Fact]
    public async Task No_command_to_paste_has_its_words()
    {
        var refused = await Assert.ThrowsAsync<SiteException>(
            new FarSide($"echo 'machine 1'; echo 'cores 0'; echo 'lacks tar {Evil}'; echo '= 0'; cat").OpenAsync
        );
        Assert.StartsWith("far: it lacks tar; on Debian: apt-get install", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Evil, refused.Message, StringComparison.Ordinal);
        Assert.Equal("unknown", SiteFacts.Read(["machine 1", "cores 0", $"arch x; {Evil}"], "1").Architecture);
        Assert.Null(SlurmNode.Read("NodeName=`touch\u00a0EVIL` NodeAddr=10.0.0.1 State=IDLE"));
    }

    [Fact]
    public async Task Why_it_ends_is_said_in_words_of_this_machine()
    {
        await using var site = await new FarSide(
            $"echo 'machine 1'; echo 'cores 0'; echo '= 0'; echo '! {Evil}'"
        ).OpenAsync();
        var end = new TaskCompletionSource();
        await using var _ = site.UntilLost.Register(end.SetResult);
        await end.Task;
        Assert.DoesNotContain(Evil, site.Lost()!.Message, StringComparison.Ordinal);
    }
}
