using System.Reflection;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Schema;
using Pingmark.Tests.Reports;
using Pingmark.Tests.Suites;
using Xunit;

namespace Pingmark.Tests.Schema;

public sealed class ScenarioKeysTests
{
    private static readonly string[] NoKeys =
    [
        nameof(Scenario.Name),
        nameof(Scenario.Options),
        nameof(Scenario.Socket),
        nameof(Scenario.Network),
        nameof(Scenario.Pin),
        nameof(Scenario.Question),
    ];

    /// <summary>A row changes what no other row changes; together they reach all of a scenario.</summary>
    [Fact]
    public void Each_property_of_a_scenario_has_one_row()
    {
        var properties = typeof(Scenario)
            .GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(p => p.CanWrite && !NoKeys.Contains(p.Name))
            .Select(p => p.Name)
            .Concat(LoadList.Numbers.Select(number => number.Key))
            .Concat(typeof(SocketOptions).GetProperties().Select(p => p.Name))
            .Concat(typeof(Network).GetProperties().Where(p => p.CanWrite).Select(p => p.Name))
            .Concat(typeof(Pin).GetProperties().Select(p => p.Name));
        Assert.Equal(properties.Count(), ScenarioKeys.All.Count);
        Assert.Distinct(ScenarioKeys.All.Select(key => key.Name));
        Assert.Distinct(ScenarioKeys.All.Select(key => key.Title));
    }

    [Fact]
    public void The_documentation_has_each_row() =>
        Golden.CheckDocument(
            "suites.md",
            "| key | meaning |\n|---|---|\n" + string.Concat(ScenarioKeys.All.Select(key => $"{Row(key)}\n"))
        );

    [Theory]
    [InlineData("rate: 10k/s", "c1 r10k/s 32B", 10_000, 64)]
    [InlineData("rate: 1500/s\nconnections: 16\nin_flight: 4", "c16 f4 r1500/s 32B", 1_500, 4)]
    [InlineData("rate: 1.5M/s\nin_flight: 64", "c1 r1500k/s 32B", 1_500_000, 64)]
    public void A_rate_bounds_what_is_outstanding(string yaml, string id, int perS, int inFlight)
    {
        var cell = Assert.Single(Yaml.With(yaml).Cells);
        Assert.EndsWith(id, cell.Id);
        Assert.Equal((perS, inFlight), (cell.Scenario.RatePerS, cell.Scenario.InFlight));
    }

    [Fact]
    public void A_bad_rate_is_told() =>
        Yaml.Tells(
            ("rate: 10k", "rate must be a number a second such as 10k/s, not '10k'"),
            ("rate: 0/s", "rate must be 1/s to 10M/s, not '0/s'"),
            ("rate: 11M/s", "rate must be 1/s to 10M/s, not '11M/s'"),
            ("arrivals: poisson", "arrivals needs a rate, such as rate: 10k/s"),
            ("rate: 1k/s\narrivals: tides", "arrivals must be uniform, poisson, bursts, replay, not 'tides'"),
            ("rate: 1k/s\narrivals: bursts", "arrivals: bursts needs burst, such as burst: 16"),
            ("rate: 1k/s\nburst: 4", "burst needs arrivals: bursts"),
            ("rate: 1k/s\narrivals: bursts\nburst: 65", "burst 65 is more than in_flight, 64"),
            ("rate: 1k/s\nlap_messages: 9", "lap_messages and rate exclude each other")
        );

    [Fact]
    public void Rates_arrivals_and_lengths_of_bursts_are_dimensions()
    {
        Assert.Equal(
            [
                "c1 f8 r1k/s uniform 32B",
                "c1 f8 r1k/s poisson 32B",
                "c1 f8 r2k/s uniform 32B",
                "c1 f8 r2k/s poisson 32B",
            ],
            Yaml.Scenarios("rate: [1k/s, 2k/s]\narrivals: [uniform, poisson]\nin_flight: 8")
        );
        Assert.Equal(
            ["c1 r1k/s burst1 32B", "c1 r1k/s burst64 32B"],
            Yaml.Scenarios("rate: 1k/s\narrivals: bursts\nburst: [1, 64]")
        );
    }

    [Fact]
    public void A_closed_loop_sends_no_load_and_a_rate_all_of_it()
    {
        Assert.Empty(Sent(Request.Run, new()));
        Assert.Equal(
            ["load=fixed-rate", "rate_per_s=500", "arrivals=poisson"],
            Sent(Request.Run, new() { RatePerS = 500, Arrivals = Arrivals.Poisson })
        );
        Assert.Equal(
            ["load=fixed-rate", "rate_per_s=500", "arrivals=bursts", "burst=16"],
            Sent(
                Request.Run,
                new()
                {
                    RatePerS = 500,
                    Arrivals = Arrivals.Bursts,
                    Burst = 16,
                }
            )
        );
    }

    private static IEnumerable<string> Sent(Request request, Scenario scenario) =>
        from field in ScenarioKeys.Fields(request)
        where field.Value(scenario) is not null
        select $"{field.Name}={field.Value(scenario)}";

    private static string Row(ScenarioKey key) =>
        $"| `{key.Name}` | {key.Meaning}{(key.Default is { } value ? $"; default `{value}`" : "")}"
        + $"{(key.IsDimension ? "" : "; one value")} |";
}
