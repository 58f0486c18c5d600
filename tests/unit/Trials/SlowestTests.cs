using System.Text.Json.Nodes;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Which measurements tell their slowest messages.</summary>
public class SlowestTests
{
    private static int? Asked(JsonObject run) => (int?)run["slowest"];

    [Fact]
    public async Task Continuous_windows_do_and_slices_do_not()
    {
        var machine = FakeMachine.With("a", "b");
        var records = await machine.BlockAsync();
        var runs = machine.Measurements.Zip(machine.Runs).ToLookup(run => run.First.Kind, run => Asked(run.Second));
        Assert.NotEmpty(runs["unbroken"]);
        Assert.All(runs["unbroken"], asked => Assert.Equal(SlowMessages.MaxKept, asked));
        Assert.NotEmpty(runs["slice"]);
        Assert.All(runs["slice"], Assert.Null);
        Assert.All(records, record => Assert.Equal(SlowMessages.MaxKept, record.Unbroken!.Slowest!.Connections.Count));
        Assert.All(records, record => Assert.Null(record.Slices!.Slowest));
    }

    /// <summary>A compiler that has only seen messages that are kept, or none, compiles anew when it counts.</summary>
    [Theory]
    [InlineData(100_000, SlowMessages.MaxKept)]
    [InlineData(1_000, 11)]
    public async Task Of_a_warm_up_some_messages_are_among_them_and_others_not(double ratePerS, int asked)
    {
        var machine = FakeMachine.With("a");
        machine["a"].Runs(ratePerS);
        await machine.BlockAsync();
        var warmUp = machine
            .Measurements.Zip(machine.Runs)
            .Where(run => run.First.Kind == "warm-up")
            .Select(run => Asked(run.Second))
            .ToList();
        Assert.Equal(1, warmUp[0]);
        Assert.Contains(asked, warmUp.Skip(1));
        Assert.All(warmUp.Skip(1), most => Assert.InRange(most!.Value, 1, SlowMessages.MaxKept));
    }

    [Fact]
    public async Task Of_several_workers_connections_are_counted_on()
    {
        var machine = FakeMachine.With("a").Where(new Scenario { Generators = 3, Connections = 2 });
        machine["a"].Runs(50);
        var slowest = Assert.Single(await machine.BlockAsync(sliced: false)).Unbroken!.Slowest!;
        Assert.Equal(3 * 50, slowest.Connections.Count);
        Assert.Equal([0, 2, 4], slowest.Connections.Distinct().Order());
    }

    [Fact]
    public async Task A_client_that_tells_nonsense_fails()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"]
            .ClientAnswers(
                "unbroken",
                reply =>
                {
                    reply["slowest_connections"] = new JsonArray(0);
                    foreach (var time in new[] { "intended", "sent", "received" })
                        reply[$"slowest_{time}_ns"] = new JsonArray();
                }
            );
        var records = await machine.BlockAsync();
        Assert.Equal([CellStatus.Ok, CellStatus.Failed], records.Select(record => record.Status));
        Assert.Contains("of its slowest messages it tells 1 connections", records[1].Reason);
    }
}
