using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Runs;
using Pingmark.Tests.Suites;
using Xunit;

namespace Pingmark.Tests.Runs;

public sealed class RemoteSidesTests
{
    /// <summary>What sshd allows is a limit of ssh's connections alone; a pair and one that waits need room.</summary>
    [Fact]
    public void Connections_and_pairs_keep_to_what_the_engines_carry() =>
        Assert.All<(string Server, string Client, int Generators, int Connections, int Pairs)>(
            [
                ("ssh", "ssh", 1, 1, 8),
                ("ssh", "ssh", 5, 2, 2),
                ("ssh", "slurm", 5, 2, 2),
                ("ssh", "local", 16, 4, 2),
                ("slurm", "slurm", 16, 1, int.MaxValue),
            ],
            row =>
            {
                var choice = Choice(row.Server, row.Client);
                Assert.Equal(row.Connections, RemoteSides.CountConnections(row.Generators, choice));
                var client = (choice.Clients[0], (ISite)LocalSite.Instance);
                var clients = Enumerable.Repeat(client, row.Connections).ToList();
                var sides = RemoteSides.Create(choice, LocalSite.Instance, clients, row.Generators);
                Assert.Equal(row.Pairs, sides.MaxPairs);
            }
        );

    [Fact]
    public void Both_sides_on_one_machine_share_its_connection()
    {
        var choice = new SiteChoice(Entry("ssh"), [Entry("ssh")]);
        var sides = RemoteSides.Create(
            choice,
            LocalSite.Instance,
            [(choice.Server, LocalSite.Instance)],
            generators: 1
        );
        Assert.Equal(4, sides.MaxPairs);
    }

    [Fact]
    public void A_network_is_made_where_one_side_is_here() =>
        Assert.All<(string Server, string Client, string? Reach, string? Problem)>(
            [
                ("ssh", "local", null, null),
                ("local", "ssh", null, null),
                ("local", "ssh", "10.9.9.9", "leave reach of one out"),
                ("ssh", "local", "10.9.9.9", null),
                ("ssh", "ssh", null, "run pingmark on one, with `--server local`, or where the clients are"),
                ("ssh", "slurm", null, "made by this machine, which is between the sides only where one of them is"),
            ],
            row =>
            {
                var sides = Placed(row.Server, row.Client, row.Reach);
                var asked = new Network { DelayNs = 1_000_000, Engine = NetworkEngine.Auto };
                if (row.Problem is null)
                    Assert.Equal(asked with { Engine = NetworkEngine.Relay }, sides.NetworkFor(asked, new()));
                else
                    Assert.Contains(
                        row.Problem,
                        Assert.Throws<BadInputException>(() => sides.NetworkFor(asked, new())).Message,
                        StringComparison.Ordinal
                    );
            }
        );

    [Fact]
    public void A_network_between_machines_is_no_device_and_adds_to_the_real_one()
    {
        var sides = Placed("ssh", "local");
        var told = Assert.Throws<BadInputException>(() =>
            sides.NetworkFor(new() { Engine = NetworkEngine.Tun }, new())
        );
        Assert.Contains("leave it out, and the relay makes the network", told.Message, StringComparison.Ordinal);
        var notes = new List<Note>();
        var suite = sides.Adapt(Yaml.With("network: wifi"), new(), notes);
        Assert.Equal(NetworkEngine.Relay, suite.Cells[0].Scenario.Network!.Engine);
        Assert.Contains(notes, note => note.Id == "networks-add-up");
        notes.Clear();
        Assert.Null(sides.Adapt(Yaml.With(""), new(), notes).Cells[0].Scenario.Network);
        Assert.DoesNotContain(notes, note => note.Id == "networks-add-up");
    }

    private static RemoteSides Placed(string server, string client, string? reach = null)
    {
        var choice = Choice(server, client, reach);
        return RemoteSides.Create(choice, LocalSite.Instance, [(choice.Clients[0], LocalSite.Instance)], generators: 1);
    }

    private static SiteChoice Choice(string server, string client, string? reach = null) =>
        new(Entry(server) with { Bind = "10.0.0.1", Reach = reach }, [Entry(client) with { Name = "other" }]);

    private static SiteEntry Entry(string engine) =>
        new() { Name = "one", Engine = engine == "local" ? null : MachineEngines.Find(engine) };
}
