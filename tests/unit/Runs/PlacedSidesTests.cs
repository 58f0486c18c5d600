using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Runs;
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

    private static SiteEntry Entry(string engine) => new() { Name = "one", Engine = MachineEngines.Find(engine) };
}
