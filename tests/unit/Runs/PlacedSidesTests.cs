using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Runs;
using Pingmark.Tests.Suites;
using Xunit;

namespace Pingmark.Tests.Runs;

public sealed class PlacedSidesTests
{
    /// <summary>What sshd allows is a limit of ssh's connections alone; a pair and one that waits need room.</summary>
    [Theory]
    [InlineData("ssh", "ssh", 1, 1, 8)]
    [InlineData("ssh", "ssh", 5, 2, 2)]
    [InlineData("ssh", "slurm", 5, 2, 2)]
    [InlineData("ssh", "local", 16, 4, 2)]
    [InlineData("slurm", "slurm", 16, 1, int.MaxValue)]
    public void Connections_and_pairs_keep_to_what_the_engines_carry(
        string server,
        string client,
        int generators,
        int connections,
        int pairs
    )
    {
        var choice = new SiteChoice(Entry(server) with { Bind = "10.0.0.1" }, [Entry(client) with { Name = "other" }]);
        Assert.Equal(connections, PlacedSides.ConnectionsFor(generators, choice));
        var clients = Enumerable
            .Repeat((choice.Clients[0], (ISite)LocalSite.Instance), PlacedSides.ConnectionsFor(generators, choice))
            .ToList();
        Assert.Equal(pairs, PlacedSides.Create(choice, LocalSite.Instance, clients, generators).MostPairs);
    }

    [Fact]
    public void Both_sides_on_one_machine_share_its_connection()
    {
        var choice = new SiteChoice(Entry("ssh"), [Entry("ssh")]);
        var sides = PlacedSides.Create(
            choice,
            LocalSite.Instance,
            [(choice.Server, LocalSite.Instance)],
            generators: 1
        );
        Assert.Equal(4, sides.MostPairs);
    }

    [Theory]
    [InlineData("ssh", "local", null, null)]
    [InlineData("local", "ssh", null, null)]
    [InlineData("local", "ssh", "10.9.9.9", "leave reach of one out")]
    [InlineData("ssh", "local", "10.9.9.9", null)]
    [InlineData("ssh", "ssh", null, "run pingmark on one, with `--server local`, or where the clients are")]
    [InlineData(
        "ssh",
        "slurm",
        null,
        "made by this machine, which is between the sides only where one of them is here"
    )]
    public void A_network_is_made_where_one_side_is_here(string server, string client, string? reach, string? problem)
    {
        var sides = Placed(server, client, reach);
        var asked = new Network { DelayNs = 1_000_000, Engine = NetworkEngine.Auto };
        if (problem is null)
            Assert.Equal(asked with { Engine = NetworkEngine.Relay }, sides.NetworkFor(asked, new()));
        else
            Assert.Contains(
                problem,
                Assert.Throws<BadInputException>(() => sides.NetworkFor(asked, new())).Message,
                StringComparison.Ordinal
            );
    }

    [Fact]
    public void A_network_between_machines_is_no_device_and_adds_to_the_real_one()
    {
        var sides = Placed("ssh", "local");
        var told = Assert.Throws<BadInputException>(() =>
            sides.NetworkFor(new() { Engine = NetworkEngine.Tun }, new())
        );
        Assert.Contains("leave it out, and the relay makes the network", told.Message, StringComparison.Ordinal);
        var notes = new List<Note>();
        var suite = sides.Fit(Yaml.With("network: wifi"), new(), notes);
        Assert.Equal(NetworkEngine.Relay, suite.Cells[0].Scenario.Network!.Engine);
        Assert.Contains(notes, note => note.Id == "networks-add-up");
        notes.Clear();
        Assert.Null(sides.Fit(Yaml.With(""), new(), notes).Cells[0].Scenario.Network);
        Assert.DoesNotContain(notes, note => note.Id == "networks-add-up");
    }

    private static PlacedSides Placed(string server, string client, string? reach = null)
    {
        var choice = new SiteChoice(
            Entry(server) with
            {
                Bind = "10.0.0.1",
                Reach = reach,
            },
            [Entry(client) with { Name = "other" }]
        );
        return PlacedSides.Create(choice, LocalSite.Instance, [(choice.Clients[0], LocalSite.Instance)], generators: 1);
    }

    private static SiteEntry Entry(string engine) =>
        new() { Name = "one", Engine = engine == "local" ? null : MachineEngines.Find(engine) };
}
