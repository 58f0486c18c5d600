using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Snapshots that a server sends unasked: asked for when connecting, and each of them accounted for by both
/// sides.</summary>
public class TickTests
{
    private static readonly Scenario Ticks = new Scenario
    {
        Test = "tick",
        Connections = 4,
        InFlight = 64,
        RatePerS = 80,
    }
        .With(TickLoad.RateHz, 20)
        .With(TickLoad.Bytes, 1000);

    private static FakeMachine Machine()
    {
        var machine = FakeMachine.With("a").Where(Ticks);
        machine["a"].Makes("closed", "tick").SendsUnasked();
        return machine;
    }

    [Fact]
    public async Task They_are_counted_by_client_and_server()
    {
        var machine = Machine();
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal((CellStatus.Ok, ""), (record.Status, record.Reason ?? ""));
        Assert.All(machine.Runs, run => Assert.Equal(("tick", 80), ((string?)run["load"], (int?)run["rate_per_s"])));
        var window = record.Unbroken!;
        Assert.Equal(window.DurationNs / 1e9 * 20 * 4, window.Snapshots!.Due, tolerance: 4);
        Assert.Equal(0, window.Snapshots.Lost);
        Assert.NotNull(window.Snapshots.Lateness);
    }

    [Fact]
    public async Task Clocks_of_two_machines_tell_nothing_of_lateness()
    {
        var machine = Machine();
        machine["a"].RunsOn("server", "other");
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Null(record.Unbroken!.Snapshots!.Lateness);
        Assert.NotEmpty(record.Unbroken.Snapshots.Skew);
    }

    [Fact]
    public Task More_than_the_server_sent() =>
        AssertCaught(
            a =>
                a.ClientAnswers(
                    "unbroken",
                    r =>
                    {
                        foreach (var count in (string[])["snapshots", "snapshots_received"])
                            r[count] = (long)r[count]! + 1_000;
                        foreach (var times in (string[])["snapshot_lateness_histogram", "snapshot_skew_histogram"])
                            r[times]![1] = (long)r[times]![1]! + 1_000;
                    }
                ),
            "snapshots received, the server sent"
        );

    [Fact]
    public Task Counts_that_are_missing_or_do_not_add_up() =>
        Assert.AllAsync<(Action<JsonObject> Lie, string Reason)>(
            [
                (r => r["snapshots"] = 3, "3 snapshots due"),
                (r => r["snapshot_skew_histogram"] = new JsonArray(5, 1), "and the times of 1 of them"),
                (r => r.Remove("snapshots"), "tells of no snapshots"),
            ],
            row => AssertCaught(a => a.ClientAnswers("unbroken", row.Lie), row.Reason)
        );

    [Fact]
    public Task A_server_that_can_not_send_unasked_or_a_client_that_would_not_know_what_came_is_unsupported() =>
        Assert.AllAsync<(Action<FakeStack> Can, string Reason)>(
            [
                (
                    a => a.Makes("closed", "tick"),
                    "a can't send unasked, as test: tick needs; raw sockets can where one thread"
                ),
                (a => a.SendsUnasked(), "a can't do test: tick (its loads: closed); raw sockets can where one thread"),
            ],
            async row =>
            {
                var machine = FakeMachine.With("a").Where(Ticks);
                row.Can(machine["a"]);
                var record = Assert.Single(await machine.BlockAsync());
                Assert.Equal(CellStatus.Unsupported, record.Status);
                Assert.Contains(row.Reason, record.Reason);
            }
        );

    private static async Task AssertCaught(Action<FakeStack> lie, string reason)
    {
        var machine = Machine();
        lie(machine["a"]);
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal(CellStatus.Failed, record.Status);
        Assert.Contains(reason, record.Reason);
    }
}
