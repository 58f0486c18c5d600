namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Load that is to stay at home: a client would send to whoever has the address.</summary>
public sealed class ForeignAddressTests : CommandLineUser
{
    [Theory]
    [InlineData("203.0.113.7")]
    [InlineData("fe80::7%none0")]
    [InlineData("255.255.255.255")]
    public async Task It_is_refused_before_anything_starts(string address)
    {
        Folder.Write("suite.yaml", $"stacks: [cpp/tcp-epoll]\naddress: \"{address}\"\n");
        Folder.Write("hosts.yaml", $"hosts:\n  - {{name: here, bind: \"{address}\"}}\nserver: here\n");
        await Refused("suite.yaml:2:10: address must be", "run", "suite.yaml");
        await Refused($"--set address={address}: address must be", "run", "quick", "--set", $"address={address}");
        await Refused("hosts.yaml:2:24: bind must be", "run", "quick", "--hosts", "hosts.yaml");
        await Refused("--address must be", "serve", "cpp/tcp-epoll", "--plain", "--address", address);
        await Refused("--address must be", "nbn", "--library", "ENet", "--address", address);
        await Refused("--address must be", "ui", "--address", address);
        Assert.Equal(2, Directory.GetFileSystemEntries(Folder.Path).Length);

        async Task Refused(string place, params string[] words) =>
            (await RunAsync(words)).Exits(2).Complains(place, address, "there are ", "127.0.0.1");
    }
}
