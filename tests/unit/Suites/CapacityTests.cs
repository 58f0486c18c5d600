using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Suites with objectives: they look for capacities.</summary>
public class CapacityTests
{
    [Fact]
    public void Objectives_make_a_search_in_open_loop()
    {
        var suite = Yaml.With("slo: [p99<1ms, lost<0.1%]\nbudget: 1m\nconnections: [16, 100]");
        Assert.Equal(["p99<1ms", "lost<0.1%"], suite.Capacity!.Objectives.Select(one => one.Text));
        Assert.Equal((CapacityKind.Rate, 60_000_000_000), (suite.Capacity.Kind, suite.Capacity.BudgetNs));
        Assert.Null(suite.Settings.BudgetNs);
        Assert.Equal(["cpp/tcp-epoll c16 32B", "cpp/tcp-epoll c100 32B"], suite.Ids());
        Assert.All(
            suite.Cells,
            cell =>
                Assert.Equal(
                    (Arrivals.Poisson, Scenario.DefaultInFlightAtRate, null),
                    (cell.Scenario.Arrivals, cell.Scenario.InFlight, cell.Scenario.RatePerS)
                )
        );
        Assert.Null(Yaml.With("connections: 1").Capacity);
    }

    /// <summary>Two minutes, the client of a rate, and snapshots for players.</summary>
    [Fact]
    public void What_is_not_said_follows_from_the_search()
    {
        Assert.Equal(120_000_000_000, Yaml.With("slo: p99<1ms").Capacity!.BudgetNs);
        Assert.Equal("cpp/tcp-spin", Yaml.With("slo: p99<1ms\nclient: reference").Cells[0].Client);
        var players = Yaml.With("slo: p99<50ms\nof: players").Cells[0];
        Assert.Equal(("tick", "cpp/tcp-epoll 32B"), (players.Scenario.Test, players.Id));
        Assert.Equal(10, Yaml.With("slo: p99<50ms\nof: connections\nrate_each: 10/s").Capacity!.RateEachPerS);
    }

    [Fact]
    public void Options_of_the_command_line_set_objectives() =>
        Assert.Equal(
            ["p99<5ms", "lost<1%"],
            Yaml.With("connections: 1", "slo=p99<5ms,lost<1%").Capacity!.Objectives.Select(one => one.Text)
        );

    [Fact]
    public void What_contradicts_itself_is_told() =>
        Yaml.Tells(
            ("of: rate", "x.yaml:2:5: of needs slo, an objective such as slo: p99<1ms"),
            ("slo: p99<1", "slo: the limit of p99 needs a unit: '1' could be 1ns, 1us, 1ms, 1s, 1m or 1h"),
            ("slo: p99<1ms\nrate: 1k/s", "x.yaml:3:7: rate and slo exclude each other: a search decides it"),
            (
                "slo: p99<1ms\nof: players\nconnections: 3",
                "x.yaml:4:14: connections and of: players exclude each other: their number is looked for"
            ),
            (
                "slo: p99<1ms\nof: connections",
                "x.yaml:2:6: of: connections needs rate_each"
                    + ", the messages a second of each connection, such as rate_each: 10/s"
            ),
            (
                "slo: p99<1ms\nof: plyers",
                "x.yaml:3:5: of must be rate, connections, players, not 'plyers'; did you mean 'players'?"
            ),
            (
                "slo: [p99<1ms, p50<5ms]",
                "p50<5ms and p99<1ms contradict each other: p99<1ms implies a shorter p50; leave p50<5ms away"
            )
        );
}
