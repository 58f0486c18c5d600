using Pingmark.Model;
using Pingmark.Model.Loads;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Tests besides ping-pong: every request to run says which load, and a client that can't make it is
/// told.</summary>
public class TestKindTests
{
    private static readonly Scenario Batches = new Scenario { Test = "batch", InFlight = 4 }.With(
        BatchLoad.Messages,
        4
    );

    [Fact]
    public async Task The_load_and_what_belongs_to_it_are_asked_for()
    {
        var machine = FakeMachine.With("a").Where(Batches);
        machine["a"].Makes("closed", "batch");
        Assert.Equal(CellStatus.Ok, Assert.Single(await machine.BlockAsync()).Status);
        Assert.All(
            machine.Runs,
            run =>
                Assert.Equal(("batch", 4, false), ((string?)run["load"], (int?)run["batch"], run.ContainsKey("seed")))
        );
    }

    [Fact]
    public Task A_client_that_can_not_make_it_is_unsupported_with_the_reason() =>
        Assert.AllAsync<(string Test, string Reason)>(
            [
                ("write-write-read", "can't send a message by two calls, as test: write-write-read asks"),
                ("batch", "can't do test: batch (its loads: closed)"),
                ("stream", "can't do test: stream (its loads: closed); raw TCP and UDP can"),
            ],
            async row =>
            {
                var machine = FakeMachine.With("a").Where(Batches with { Test = row.Test });
                var record = Assert.Single(await machine.BlockAsync());
                Assert.Equal(CellStatus.Unsupported, record.Status);
                Assert.Contains(row.Reason, record.Reason);
            }
        );
}
