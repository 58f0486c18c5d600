using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Several servers, as suites ask for them.</summary>
public sealed class ServersTests
{
    [Fact]
    public void There_are_as_many_generators_as_servers_unless_more_are_asked_for()
    {
        Assert.Equal(
            [(null, null), (2, 2), (4, 4)],
            Yaml.With("servers: [1, 2, 4]").Cells.Select(c => (c.Scenario.Servers, c.Scenario.Generators))
        );
        var cell = Yaml.With("servers: 2\ngenerators: 6\nconnections: 10").Cells[0];
        Assert.Equal((2, 6), (cell.Scenario.Servers, cell.Scenario.Generators));
        Assert.Contains(" s2 ", Yaml.With("servers: [1, 2]").Cells[1].Id, StringComparison.Ordinal);
        Assert.Contains(" s2 c10 ", cell.Id, StringComparison.Ordinal);
        Assert.EndsWith(", 32 B, 2 servers", ScenarioText.Size(cell.Scenario), StringComparison.Ordinal);
        Assert.Equal(30, cell.Scenario.MaxEndsPerProcess);
    }

    [Fact]
    public void What_does_not_go_with_several_servers_is_told()
    {
        Yaml.Tells(
            ("servers: 17", "x.yaml:2:10: servers must be 1 to 16, not '17'"),
            (
                "servers: 2\ngenerators: 3",
                "x.yaml:3:13: generators must be a multiple of servers, of which"
                    + " there are 2: 3 can't be spread evenly over them"
            ),
            (
                "servers: 2\nnetwork: wifi",
                "x.yaml:2:10: servers and network exclude each other: an impaired network is before one server"
            ),
            ("servers: 2\npair: {threads: 2}", "pair and servers exclude each other: one process has one server"),
            ("servers: 2\ntest: tick", "generators and test: tick exclude each other")
        );
        // As many as a connection between machines carries.
        Assert.Null(BetweenMachines(servers: 4));
        Assert.Equal("servers: at most 4 where a side is on another machine, not 5", BetweenMachines(servers: 5));
    }

    private static string? BetweenMachines(int servers) =>
        PlanRules.FindRemoteConflict(
            Yaml.With("").Cells[0] with
            {
                Scenario = new Scenario { Servers = servers, Generators = servers },
            }
        );
}
