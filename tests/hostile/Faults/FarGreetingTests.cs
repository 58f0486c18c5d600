namespace Pingmark.Hostile.Tests.Faults;

[Trait("Gate", "no")]
public sealed class FarGreetingTests : FolderUser
{
    private const string Greeting = "echo 'Welcome to the lab'; echo 4711; echo; exec \"$@\"";

    [Fact]
    [Fault(
        "a shell on another machine greets whoever comes (a banner, echo in ~/.bashrc)",
        "up to 64 KiB are skipped; more is named",
        -1,
        10
    )]
    public async Task It_is_skipped()
    {
        var far = new FarSide(Greeting, $"XDG_CACHE_HOME={Folder["cache"]}") { FromTheStart = true };
        await using var site = await far.OpenAsync();
        var there = await FarSide.StoreAsync(Folder, site);
        Assert.Equal("content", File.ReadAllText(Path.Combine(there, "file")));

        using var worker = await FarSide.StartCatAsync(site, there);
        await worker.Input.WriteAsync("as it was said\n");
        worker.Input.Close();
        Assert.Equal("as it was said", await worker.Output.ReadLineAsync(100, CancellationToken.None));
    }
}
