using Pingmark.Cli;
using Pingmark.Model;
using Pingmark.Placement.Engines;
using Pingmark.Suites;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Load that is to stay at home: a server on another machine's address would not be one, and a client would
/// send to whoever has it.</summary>
public sealed class ForeignAddressTests : CommandLineUser
{
    /// <summary>Of documentation, of no interface, of none that exists, of a group, of everybody.</summary>
    public static TheoryData<string> Foreign =>
        [
            "203.0.113.7",
            "2001:db8::7",
            "::ffff:203.0.113.7",
            "fe80::7",
            "fe80::7%none0",
            "::1%77",
            "224.0.0.1",
            "255.255.255.255",
        ];

    [Theory]
    [MemberData(nameof(Foreign))]
    [Fault(
        "an address that this machine has not, in a suite, a hosts file, a run folder or an option",
        "refused with its place and the addresses that there are; nothing is started",
        2,
        5
    )]
    public async Task It_is_refused_before_anything_starts(string address)
    {
        Folder.Write("suite.yaml", $"stacks: [cpp/tcp-epoll]\naddress: \"{address}\"\n");
        Folder.Write("hosts.yaml", $"hosts:\n  - {{name: here, bind: \"{address}\"}}\nserver: here\n");
        await Refused("suite.yaml:2:10: address must be", "run", "suite.yaml");
        await Refused($"--set address={address}: address must be", "run", "quick", "--set", $"address={address}");
        await Refused("hosts.yaml:2:24: bind must be", "run", "quick", "--hosts", "hosts.yaml");
        await Refused("--address must be", "serve", "cpp/tcp-epoll", "--plain", "--address", address);
        await Refused("--address must be", "nbn", "--library", "ENet", "--address", address);
        await Refused("--address must be", "nbn", "-m", "Server", "--library", "ENet", "--address", address);
        await Refused("--address must be", "ui", "--address", address);
        Assert.Equal(
            ["hosts.yaml", "suite.yaml"],
            Directory.GetFileSystemEntries(Folder.Path).Select(Path.GetFileName).Order()
        );

        async Task Refused(string place, params string[] words) =>
            (await RunAsync(words)).Exits(2).Complains(place, address, "there are ", "127.0.0.1");
    }

    [Fact]
    public void Where_servers_are_elsewhere_they_listen_where_they_are_reached()
    {
        var cells = new[]
        {
            new Cell
            {
                Id = "a",
                Label = "a",
                Stack = "a",
                Client = "a",
                Scenario = new() { Address = "203.0.113.7" },
            },
        };
        Assert.Null(Asked("ssh:lab").AddressProblem(cells));
        Assert.NotNull(Asked("local").AddressProblem(cells));

        static RequestedSites Asked(string server) =>
            new(HostsFile.Choose(null, server, null), new Dictionary<MachineEngine, string>());
    }
}
