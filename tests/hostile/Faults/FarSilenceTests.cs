namespace Pingmark.Hostile.Tests.Faults;

[Trait("Gate", "no")]
public sealed class FarSilenceTests : FolderUser
{
    /// <summary>As long as users wait.</summary>
    [Theory]
    [InlineData("exec sleep 600")]
    [InlineData($"echo {FarSide.OfTransfer} send; exec sleep 600")]
    [InlineData($"echo {FarSide.OfTransfer} send; echo {FarSide.OfTransfer} beat; echo a; cat >/dev/null; sleep 600")]
    [Fault(
        "another machine says nothing, or nothing more, while workers are sent to it, or does not read them",
        "it is named",
        3,
        10
    )]
    public async Task It_is_named(string script) =>
        Assert.Equal(
            "far: it said nothing for 8 s while workers were sent there",
            await new FarSide(script).RefusalAsync(Folder)
        );

    /// <summary>Longer than it may be silent in all, and never that long at once.</summary>
    [Fact]
    public async Task A_slow_one_that_tells_that_it_goes_on_is_waited_for()
    {
        const string Slow = $$"""
            echo {{FarSide.OfTransfer}} send
            for i in 1 2 3 4 5 6 7 8; do sleep 0.5; echo {{FarSide.OfTransfer}} beat; done
            echo its last words >&2
            """;
        Assert.Equal("far: it said \"its last words\"", await new FarSide(Slow).RefusalAsync(Folder, Second(2)));
    }

    private static TimeSpan Second(int seconds) => TimeSpan.FromSeconds(seconds);
}
