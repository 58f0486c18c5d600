using System.Text.RegularExpressions;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>A network of its own that has loopback alone, and a packet filter; both go with it. What is started there
/// talks to nobody else.</summary>
internal sealed partial class FilteredNetwork : IDisposable
{
    private const string Nft = "/usr/sbin/nft";

    private readonly string _name = TestNetworks.Namespace($"filter{Interlocked.Increment(ref _made)}");
    private readonly TemporaryFolder _folder = new();
    private static int _made;

    /// <summary>Skips the test where there can be none.</summary>
    public FilteredNetwork()
    {
        Skip.IfNot(File.Exists(Nft), "nft is not installed; mend: apt-get install nftables");
        Skip.IfNot(
            Environment.IsPrivilegedProcess && Shell.Ran("ip", "netns", "add", _name),
            "CAP_SYS_ADMIN is missing: namespaces can't be made; run it as root"
        );
        Shell.Ip($"-n {_name} link set lo up");
        if (Shell.Ran([.. StartedHere, Nft, "add", "table", "inet", "probe"]))
            return;
        Dispose();
        Skip.If(true, "CAP_NET_ADMIN is missing: packets can't be filtered; run it as root");
    }

    /// <summary>What a command begins with that is to run there.</summary>
    public IReadOnlyList<string> StartedHere => ["nsenter", $"--net=/run/netns/{_name}"];

    /// <summary>In place of the rules before: this one.</summary>
    /// <param name="hook"><c>output</c>, where whoever sends is told, or <c>input</c>.</param>
    /// <param name="rule">Of nft, without its counter.</param>
    public void Filter(string hook, string rule, string verdict)
    {
        var file = _folder.Write(
            "rules",
            $$"""
            flush ruleset
            table inet filter {
              chain one {
                type filter hook {{hook}} priority 0; policy accept;
                {{rule}} counter {{verdict}}
              }
            }

            """
        );
        Shell.Run([.. StartedHere, Nft, "-f", file]);
    }

    public void PassAll() => Shell.Run([.. StartedHere, Nft, "flush", "ruleset"]);

    /// <summary>How many packets the rule has met.</summary>
    public long Met() =>
        long.Parse(Packets().Match(Shell.Output([.. StartedHere, Nft, "list", "ruleset"])).Groups[1].Value);

    public void Dispose()
    {
        Shell.RemoveNamespace(_name);
        _folder.Dispose();
    }

    [GeneratedRegex(@"counter packets (\d+)")]
    private static partial Regex Packets();
}
