using Pingmark.Placement;
using Pingmark.Placement.Engines;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>Another machine that says what a test has it say.</summary>
/// <param name="script">Run in place of what it is asked to run, which is its arguments.</param>
internal sealed class FarSide(string script) : RemoteShell
{
    public override string Name => "ssh";
    public override TimeSpan LongestOpening => TimeSpan.FromSeconds(30);
    public override string WhereToLook => "look at it";

    public override IReadOnlyList<string> Command(string asked, params IEnumerable<string> arguments) =>
        ["/bin/sh", "-c", script, "sh", "/bin/sh", "-c", asked, "sh", .. arguments];

    public Task<RemoteSite> OpenAsync() =>
        RemoteSite.OpenAsync(new SiteEntry { Name = "far" }, this, CancellationToken.None);
}
