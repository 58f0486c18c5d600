using Pingmark.Placement;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class EndedWayTests
{
    [Theory]
    [InlineData(
        "exit 7",
        "far: ssh ended without a word (exit code 7): look at the login shell that its user has there, for it must run commands"
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
