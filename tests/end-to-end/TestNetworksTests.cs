namespace Pingmark.EndToEndTests;

/// <summary>What a killed test process leaves behind is in no other's way.</summary>
[Trait("Gate", "no")]
public sealed class TestNetworksTests
{
    [SkippableFact]
    public void Networks_of_a_process_that_is_no_more_are_removed()
    {
        Skip.IfNot(
            Environment.IsPrivilegedProcess,
            "CAP_SYS_ADMIN is missing: namespaces can't be made; run it as root"
        );
        var gone = TestNetworks.IdOf(NobodysPid());
        var (ofTheDead, link, own) = ($"pingmark-{gone}-a", $"pm{gone}a", $"pingmark-{TestNetworks.Id}-tests");
        Skip.IfNot(Shell.Ran("ip", "netns", "add", ofTheDead), "namespaces can't be made here");
        try
        {
            Shell.Ip($"netns add {own}");
            Shell.Ip($"link add {link} type veth peer name up0 netns {ofTheDead}");
            TestNetworks.RemoveThoseOfTheDead();
            Assert.False(File.Exists($"/run/netns/{ofTheDead}"));
            Assert.False(Path.Exists($"/sys/class/net/{link}"));
            Assert.True(File.Exists($"/run/netns/{own}"));
        }
        finally
        {
            Shell.Ran("ip", "link", "del", link);
            Shell.RemoveNamespace(ofTheDead);
            Shell.RemoveNamespace(own);
        }
    }

    private static int NobodysPid() => Enumerable.Range(2, 99_000).Last(pid => !Directory.Exists($"/proc/{pid}"));
}
