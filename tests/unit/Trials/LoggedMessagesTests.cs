using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>A run whose messages are logged: each measurement makes room, and the continuous window is read.</summary>
public class LoggedMessagesTests
{
    [Fact]
    public async Task Each_cell_and_round_has_the_log_of_its_continuous_window()
    {
        var machine = FakeMachine.With("a", "b").LogsMessages();
        await machine.SuiteAsync(new SuiteSettings { Rounds = 2 });
        Assert.Equal(
            [("a", 1), ("a", 2), ("b", 1), ("b", 2)],
            machine.Logs!.Select(each => (each.Cell, each.Round)).Order()
        );
        Assert.All(machine.Logs!, each => Assert.NotNull(Assert.Single(each.Log.Messages).ReceivedNs));
        Assert.All(machine.Kept, record => Assert.Equal(3, record.NotLogged));
    }

    [Fact]
    public async Task All_measurements_of_a_cell_are_logged_alike_with_room_for_twice_its_rate()
    {
        var machine = FakeMachine.With("a", "b").LogsMessages();
        machine["a"].Runs(100_000);
        await machine.BlockAsync(FakeMachine.OneSecond with { DurationNs = 5_000_000_000 });
        Assert.All(machine.Runs, run => Assert.True((int?)run["log_messages"] >= 10_000));
        var room = machine.Runs.Select(run => (int)run["log_messages"]!).Distinct().Order();
        // Of the warm-up and b, of slices, and of a second.
        Assert.Equal([10_000, 20_000, 40_000, 200_000], room);
    }

    [Fact]
    public async Task Nothing_is_logged_that_was_not_asked_for()
    {
        var machine = FakeMachine.With("a", "b");
        var records = await machine.BlockAsync();
        Assert.All(machine.Runs, run => Assert.Null(run["log_messages"]));
        Assert.DoesNotContain(machine.Events, e => e.Op == "logged");
        Assert.All(records, record => Assert.Null(record.NotLogged));
    }
}
