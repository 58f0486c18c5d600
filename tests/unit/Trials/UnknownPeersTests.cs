using System.Text.Json.Nodes;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

public class UnknownPeersTests
{
    [Fact]
    public async Task Who_else_sends_to_the_server_is_in_the_trial_and_not_whom_it_turned_away_before()
    {
        var machine = FakeMachine.With("a");
        machine["a"].ServerAnswers("usage", Disturbed(eachTime: 1000));
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal(CellStatus.Ok, record.Status);
        Assert.True(record.Strangers!.Rejected > 0);
        Assert.Equal("203.0.113.7:4242", record.Strangers.Last);

        machine = FakeMachine.With("a");
        machine["a"].ServerAnswers("usage", reply => reply["rejected"] = 17);
        Assert.Null(Assert.Single(await machine.BlockAsync()).Strangers);
    }

    [Fact]
    public async Task A_failure_names_who_disturbed()
    {
        var machine = FakeMachine.With("a");
        machine["a"].ServerAnswers("usage", Disturbed(eachTime: 606_000));
        machine["a"].ClientAnswers("unbroken", reply => (reply["received"], reply["histogram"]) = (0, new JsonArray()));
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal(CellStatus.Failed, record.Status);
        Assert.Contains("somebody else sends to this server's port", record.Reason);
        Assert.Contains("the last from 203.0.113.7:4242", record.Reason);
    }

    private static Action<JsonObject> Disturbed(int eachTime)
    {
        var rejected = 0;
        return reply => (reply["rejected"], reply["last_stranger"]) = (rejected += eachTime, "203.0.113.7:4242");
    }
}
