using Pingmark.Placement;
using Pingmark.Placement.Engines;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>Another machine that is this one, and says what a test has it say.</summary>
/// <param name="script">Run in place of what it is asked to run, which is its arguments; null: that.</param>
/// <param name="environment">Words <c>NAME=VALUE</c>.</param>
internal sealed class FarSide(string? script, params string[] environment) : RemoteShell
{
    /// <summary>What lines of a script that takes workers begin with, where the environment has nothing
    /// more.</summary>
    public const string OfTransfer = "$8";

    /// <summary>Of its agent, too.</summary>
    public bool FromTheStart { get; init; }

    public override string Name => "ssh";
    public override bool TellsSignals => false;
    public override bool UsesLoginShell => true;
    public override TimeSpan LongestOpening => TimeSpan.FromSeconds(30);
    public override string WhereToLook => "look at it";

    public override IReadOnlyList<string> OpeningCommand(string asked, params IEnumerable<string> arguments) =>
        FromTheStart ? Command(asked, arguments) : Asked(asked, arguments);

    public override IReadOnlyList<string> Command(string asked, params IEnumerable<string> arguments) =>
        script is null ? Asked(asked, arguments) : ["/bin/sh", "-c", script, "sh", .. Asked(asked, arguments)];

    private IReadOnlyList<string> Asked(string asked, IEnumerable<string> arguments) =>
        ["env", .. environment, "/bin/sh", "-c", asked, "sh", .. arguments];

    public override SiteFacts CompleteFacts(SiteFacts told) => told;

    public Task<RemoteSite> OpenAsync() =>
        RemoteSite.OpenAsync(new SiteEntry { Name = "far" }, this, CancellationToken.None);

    /// <summary>A process there that says what it is told.</summary>
    public static Task<ISiteProcess> StartCatAsync(RemoteSite site, string folder = "/") =>
        site.StartAsync(new(["cat"], folder, new Dictionary<string, string>(), null), CancellationToken.None);

    /// <summary>A file that is sent there.</summary>
    /// <returns>Its folder there.</returns>
    public static Task<string> StoreAsync(TemporaryFolder folder, RemoteSite site)
    {
        folder.Write("sent/file", "content");
        return site.StoreAsync(FileSet.Collect(folder["sent"], ["file"]), _ => { }, CancellationToken.None);
    }

    /// <summary>What sending a file there fails with.</summary>
    public async Task<string> RefusalAsync(TemporaryFolder folder, TimeSpan? longestSilence = null)
    {
        folder.Write("sent/file", "content");
        var files = FileSet.Collect(folder["sent"], ["file"]);
        await using var site = await OpenAsync();
        return (
            await Assert.ThrowsAsync<SiteException>(() =>
                new RemoteCache(site, this, "MARK=1", longestSilence).TakeAsync(
                    new(RemoteScripts.Store, files.Hash(), files) { OnSending = _ => { } },
                    CancellationToken.None
                )
            )
        ).Message;
    }
}
