using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Xunit;

namespace Pingmark.Tests.Model;

/// <summary>Loads, and the numbers that they read as a part of their scenario.</summary>
public sealed class LoadTests
{
    private static readonly Scenario Batch = new Scenario { Test = "batch" }.With(BatchLoad.Messages, 4);

    [Fact]
    public void Each_has_a_name_and_each_number_a_key_of_its_own()
    {
        Assert.Distinct(LoadList.All.Select(load => load.Name));
        Assert.Distinct(LoadList.Numbers.Select(number => number.Key));
        Assert.Distinct(LoadList.Numbers.Select(number => number.Field));
        Assert.Distinct(LoadList.Numbers.Select(number => number.IdLetter));
    }

    [Theory]
    [InlineData("request-run.json", "load")]
    [InlineData("reply-describe.json", "loads")]
    public void The_protocol_has_all_of_them(string file, string field)
    {
        var schema = JsonNode.Parse(File.ReadAllText(Path.Combine(Schemas(), file)))!["properties"]![field]!;
        var asked = LoadList
            .All.Select(load => new Scenario { Test = load.Name })
            .Append(new() { RatePerS = 1 })
            .Append(new() { Replay = new("a.csv", "1") });
        Assert.Equal(
            asked.Select(scenario => scenario.LoadName).Order(StringComparer.Ordinal),
            (schema["enum"] ?? schema["items"]!["enum"])!.AsArray().Select(name => (string)name!)
        );
    }

    [Fact]
    public void Scenarios_are_equal_when_their_numbers_are()
    {
        var same = new Scenario { Test = "batch" }
            .With(BatchLoad.Messages, 8)
            .With(BatchLoad.Messages, 4);
        Assert.Equal(Batch, same);
        Assert.Equal(Batch.GetHashCode(), same.GetHashCode());
        Assert.NotEqual(Batch, Batch.With(BatchLoad.Messages, 5));
        Assert.Equal(new() { Test = "batch" }, Batch.With(BatchLoad.Messages, null));
    }

    [Fact]
    public void Numbers_are_keys_of_the_scenario_in_files()
    {
        var json = JsonSerializer.SerializeToNode(Batch, ModelJson.Options)!;
        Assert.Equal((4, null), ((int?)json["batch"], (int?)json["preflood"]));
        Assert.Equal(Batch, json.Deserialize<Scenario>(ModelJson.Options));
    }

    /// <summary>A later version may have recorded it.</summary>
    [Fact]
    public void A_load_that_is_not_known_has_a_name_alone()
    {
        var tide = new Scenario { Test = "tide", InFlight = 3 };
        Assert.Equal(("tide", false, 3), (tide.LoadName, tide.Load.NeedsOwnConnections, tide.Load.MinInFlight(tide)));
    }

    private static string Schemas([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "../../../protocol/schema"));
}
