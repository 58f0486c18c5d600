using Pingmark.Model;
using Pingmark.Reports.Answers;
using Xunit;

namespace Pingmark.Tests.Reports.Answers;

/// <summary>What scenarios are called in a sentence.</summary>
public class ScenarioLabelTests
{
    private static string Of(Scenario[] all, params int[] some) =>
        new ScenarioLabel(all).Of([.. some.Select(i => all[i])]).Replace('\u00a0', ' ');

    [Fact]
    public void Numbers_of_one_thing_are_joined()
    {
        Scenario[] all = [.. new[] { 1, 16, 256 }.Select(n => new Scenario { Connections = n })];
        Assert.Equal(" with 1 connection", Of(all, 0));
        Assert.Equal(" with 1 and 16 connections", Of(all, 0, 1));
        Assert.Equal(" with 1 to 256 connections", Of(all, 0, 1, 2));
    }

    [Fact]
    public void Scenarios_of_one_name_are_told_apart_by_what_differs()
    {
        Scenario[] all =
        [
            .. new[] { ("reliable", 1), ("reliable", 2), ("unreliable", 1) }.Select(one => new Scenario
            {
                Name = one.Item1,
                Connections = 8,
                Network = new() { DelayNs = one.Item2 * 1_000_000 },
            }),
        ];
        Assert.Equal(" in reliable with 1 ms", Of(all, 0));
        Assert.Equal(" in reliable with 2 ms", Of(all, 1));
        Scenario[] profiles =
        [
            .. all.Select(one =>
                one with
                {
                    Network = one.Network! with { Profile = one.Network.DelayNs > 1e6 ? "far" : "lan" },
                }
            ),
        ];
        Assert.Equal(" in reliable with lan", Of(profiles, 0));
        Assert.Equal(" in 2 scenarios", Of(all, 0, 1));
        Assert.Equal(" in reliable and unreliable", Of([all[0], all[2]], 0, 1));
    }

    [Fact]
    public void Of_networks_nothing_is_left_out()
    {
        Scenario[] all =
        [
            .. new[] { 0, 0.01 }.Select(loss => new Scenario
            {
                Network = new() { DelayNs = 20_000_000, Loss = loss },
            }),
        ];
        Assert.Equal(" with 20 ms", Of(all, 0));
        Assert.Equal(" with 20 ms, 1 % lost", Of(all, 1));
        Assert.Equal(" in 2 scenarios", Of(all, 0, 1));
    }
}
