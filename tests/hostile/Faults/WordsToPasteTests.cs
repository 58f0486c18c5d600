using Pingmark.Placement;
using Pingmark.Placement.Engines.Slurm;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Another machine's words are shown as its words, and never within what mends something.</summary>
public sealed class WordsToPasteTests : FolderUser
{
    private const string Evil = "touch EVIL";

    [Theory]
    [Trait("Gate", "no")]
    [InlineData($"echo \"{FarSide.OfTransfer} there /x/a; {Evil}\"")]
    [InlineData($"echo '  mend: {Evil}'; echo \"{FarSide.OfTransfer} failed 1\"")]
    [InlineData($"echo \"{FarSide.OfTransfer} failed {Evil}\"")]
    [Fault(
        "another machine says where a worker is, or why it is not, in words that are a command",
        "no command to paste has words of another machine",
        3,
        10
    )]
    public async Task No_mend_has_them(string script)
    {
        await using var site = await new FarSide(script).OpenAsync();
        var (folder, availability) = await NativeWorker.PlaceAsync(NativeWorker.In(Folder), site, BuildPlace.There);
        Assert.Null(folder);
        Assert.NotEmpty(availability.Mend);
        Assert.DoesNotContain(Evil, availability.Mend, StringComparison.Ordinal);
        Assert.DoesNotContain("\n  mend:", availability.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain("\n      mend:", availability.Reason, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task What_it_lacks_is_of_what_it_was_asked_for()
    {
        var far = new FarSide(
            $"echo 'machine 1'; echo 'cores 0'; echo 'arch x; {Evil}'; echo 'lacks tar {Evil}'; echo '= 0'; cat"
        )
        {
            FromTheStart = true,
        };
        var refused = await Assert.ThrowsAsync<SiteException>(far.OpenAsync);
        Assert.StartsWith("far: it lacks tar; on Debian: apt-get install", refused.Message, StringComparison.Ordinal);
        Assert.Equal("unknown", SiteFacts.Read(["machine 1", "cores 0", $"arch x; {Evil}"], "1").Architecture);
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task Why_it_ends_is_said_in_words_of_this_machine()
    {
        var far = new FarSide($"echo 'machine 1'; echo 'cores 0'; echo '= 0'; echo '! {Evil}'") { FromTheStart = true };
        await using var site = await far.OpenAsync();
        var end = new TaskCompletionSource();
        await using var _ = site.UntilLost.Register(end.SetResult);
        await end.Task;
        Assert.Null(site.Ended);
        Assert.DoesNotContain(Evil, site.Lost()!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_node_s_name_is_a_name() =>
        Assert.Null(SlurmNode.Read("NodeName=`touch\u00a0EVIL` NodeAddr=10.0.0.1 State=IDLE"));
}
