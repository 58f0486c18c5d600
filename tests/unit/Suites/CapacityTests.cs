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
                    (Arrivals.Poisson, Scenario.InFlightWithRate, null),
                    (cell.Scenario.Arrivals, cell.Scenario.InFlight, cell.Scenario.RatePerS)
                )
        );
    }

    [Fact]
    public void Without_a_budget_it_takes_two_minutes() =>
        Assert.Equal(120_000_000_000, Yaml.With("slo: p99<1ms").Capacity!.BudgetNs);

    [Fact]
    public void The_reference_client_is_that_of_a_rate() =>
        Assert.Equal("cpp/tcp-spin", Yaml.With("slo: p99<1ms\nclient: reference").Cells[0].Client);

    [Fact]
    public void Players_get_snapshots()
    {
        var cell = Yaml.With("slo: p99<50ms\nof: players").Cells[0];
        Assert.Equal(("tick", "cpp/tcp-epoll 32B"), (cell.Scenario.Test, cell.Id));
    }

    [Fact]
    public void Connections_send_at_a_rate_each() =>
        Assert.Equal(10, Yaml.With("slo: p99<50ms\nof: connections\nrate_each: 10/s").Capacity!.RateEachPerS);

    [Fact]
    public void Options_of_the_command_line_set_objectives() =>
        Assert.Equal(
            ["p99<5ms", "lost<1%"],
            Yaml.With("connections: 1", "slo=p99<5ms,lost<1%").Capacity!.Objectives.Select(one => one.Text)
        );

    [Fact]
    public void Other_suites_look_for_none() => Assert.Null(Yaml.With("connections: 1").Capacity);

    [Theory]
    [InlineData("of: rate", "x.yaml:2:5: of needs slo, an objective such as slo: p99<1ms")]
    [InlineData(
        "slo: p99<1",
        "x.yaml:2:6: slo: the limit of p99 needs a unit: '1' could be 1ns, 1us, 1ms, 1s, 1m or 1h"
    )]
    [InlineData("slo: p99<1ms\nrate: 1k/s", "x.yaml:3:7: rate and slo exclude each other: a search decides it")]
    [InlineData("slo: p99<1ms\nrounds: 3", "x.yaml:3:9: rounds and slo exclude each other: a search decides it")]
    [InlineData(
        "slo: p99<1ms\nof: players\nconnections: 3",
        "x.yaml:4:14: connections and of: players exclude each other: their number is looked for"
    )]
    [InlineData(
        "slo: p99<1ms\nof: connections",
        "x.yaml:2:6: of: connections needs rate_each, the messages a second of each connection, such as rate_each: 10/s"
    )]
    [InlineData(
        "slo: p99<1ms\nof: plyers",
        "x.yaml:3:5: of must be rate, connections, players, not 'plyers'; did you mean 'players'?"
    )]
    [InlineData(
        "slo: [p99<1ms, p50<5ms]",
        "x.yaml:2:6: p50<5ms and p99<1ms contradict each other: p99<1ms implies a shorter p50; leave p50<5ms away"
    )]
    public void What_contradicts_itself_is_told(string lines, string problem) =>
        Assert.Equal(problem, Yaml.Problem(lines));
}
