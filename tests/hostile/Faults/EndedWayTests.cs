using Pingmark.Placement;

namespace Pingmark.Hostile.Tests.Faults;

[Trait("Gate", "no")]
public sealed class EndedWayTests : FolderUser
{
    [Fact]
    [Fault(
        "what carries a worker to another machine, or its start, is killed",
        "it is said what ended, and when",
        3,
        10
    )]
    public async Task What_ends_in_between_says_when()
    {
        var far = new FarSide("kill -s KILL $$");
        Assert.Equal("far: ssh ended without a word while workers were sent there", await far.RefusalAsync(Folder));
        await using var site = await far.OpenAsync();
        Assert.Equal(
            "far: ssh ended without a word before a worker began there",
            (await Assert.ThrowsAsync<SiteException>(() => FarSide.StartCatAsync(site))).Message
        );
    }

    [Theory]
    [InlineData(
        "exit 7",
        "far: ssh ended without a word (exit code 7): look at the login shell that its user has there, "
            + "for it must run commands"
    )]
    [InlineData("kill -s KILL $$", "far: ssh ended without a word (exit code 137): look at it")]
    [InlineData("echo 'a gate is closed' >&2; exit 255", "far: it said \"a gate is closed\"")]
    [InlineData(
        "echo 'This account is currently not available.'; exit 1",
        "far: it said \"This account is currently not available.\""
    )]
    [Fault("ssh ends as soon as it is started", "its own words are told, or its exit code, at once", 3, 5)]
    public async Task Its_own_words_are_told(string script, string told)
    {
        var refused = await Assert.ThrowsAsync<SiteException>(new FarSide(script) { FromTheStart = true }.OpenAsync);
        Assert.Equal(told, refused.Message);
    }
}
