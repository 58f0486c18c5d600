using System.Text.Json.Nodes;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>A cell that fails leaves its block with a reason; the others are measured as if nothing had been.</summary>
public class FailureTests
{
    private static async Task<(TrialRecord Failed, TrialRecord Other)> Pair(
        Action<FakeStack> trouble,
        string failing = "b"
    )
    {
        var machine = FakeMachine.With("a", "b");
        trouble(machine[failing]);
        var records = await machine.BlockAsync();
        return (records.Single(r => r.Cell == failing), records.Single(r => r.Cell != failing));
    }

    [Fact]
    public Task A_cell_that_fails_at_any_time_leaves_the_block_and_the_other_goes_on() =>
        Assert.AllAsync<string>(
            ["hello", "describe", "connect", "warm-up", "slice", "usage", "unbroken", "stop"],
            async op =>
            {
                var (failed, other) = await Pair(b => b.ClientFails(op, "on purpose"));
                Assert.Equal(CellStatus.Failed, failed.Status);
                Assert.Contains("b client", failed.Reason);
                Assert.Contains("on purpose", failed.Reason);
                Assert.Equal(CellStatus.Ok, other.Status);
                Assert.NotNull(other.Unbroken);
            }
        );

    [Fact]
    public async Task Without_the_baseline_the_others_are_measured_whole()
    {
        var (failed, other) = await Pair(a => a.ServerFails("listen", "address in use"), failing: "a");
        Assert.Equal(CellStatus.Failed, failed.Status);
        Assert.Equal((CellStatus.Ok, null, 1_000_000_000), (other.Status, other.Slices, other.Unbroken!.DurationNs));
    }

    [Fact]
    public async Task What_a_stack_cannot_do_is_unsupported_not_failed()
    {
        var (failed, other) = await Pair(b => b.ClientCannot("connect", "max_connections is 1"));
        Assert.Equal((CellStatus.Unsupported, CellStatus.Ok), (failed.Status, other.Status));
        Assert.Contains("max_connections is 1", failed.Reason);
    }

    [Fact]
    public async Task A_client_is_told_the_certificate_of_its_server_and_takes_no_other()
    {
        var (right, _) = await Pair(b => b.Shows("1a2b"));
        Assert.Equal(CellStatus.Ok, right.Status);
        var (wrong, other) = await Pair(b => b.Shows("1a2b").ServerAnswers("listen", r => r["certificate"] = "3c4d"));
        Assert.Equal((CellStatus.Failed, CellStatus.Ok), (wrong.Status, other.Status));
        Assert.Contains("the server shows 1a2b, expected 3c4d", wrong.Reason);
    }

    [Fact]
    public async Task A_client_of_another_transport_is_unsupported()
    {
        var machine = FakeMachine.With("a");
        machine["a"].ClientAnswers("describe", reply => reply["transport"] = "udp");
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal(CellStatus.Unsupported, record.Status);
        Assert.Contains("a udp client can't drive the tcp server", record.Reason);
    }

    [Fact]
    public async Task A_server_that_answers_nothing_is_failed_after_a_fixed_warm_up()
    {
        var machine = FakeMachine.With("a").Where(new Scenario { Messages = 1000 });
        machine["a"].ClientAnswers("warm-up", Silent);
        var record = Assert.Single(await machine.BlockAsync(FakeMachine.OneSecond with { WarmUpNs = 100_000_000 }));
        Assert.Equal(CellStatus.Failed, record.Status);
        Assert.Contains("none of ", record.Reason);
    }

    [Fact]
    public async Task A_client_that_sends_nothing_is_failed()
    {
        var (failed, _) = await Pair(b => HasNoCore(b, windows: int.MaxValue));
        Assert.Equal(CellStatus.Failed, failed.Status);
        Assert.Contains("no message was sent in the 0.2 s that count", failed.Reason);
    }

    /// <summary>A part that stays without messages after ten more tries counts as such.</summary>
    [Fact]
    public Task A_window_in_which_the_client_had_no_core_is_measured_again_and_that_is_told() =>
        Assert.AllAsync<(int Windows, int Repeated, long Received)>(
            [(1, 1, 4_000), (2, 2, 4_000), (11, 10, 3_000)],
            async row =>
            {
                var (record, _) = await Pair(b => HasNoCore(b, row.Windows));
                Assert.Equal((CellStatus.Ok, row.Repeated), (record.Status, record.Unbroken!.RepeatedWindows));
                Assert.Equal((200_000_000, row.Received), (record.Unbroken.DurationNs, record.Unbroken.Received));
            }
        );

    private static void HasNoCore(FakeStack stack, int windows) =>
        stack.Runs(run => run.Kind == "unbroken" && windows-- > 0 ? 0 : 20_000);

    [Fact]
    public async Task A_count_of_messages_at_a_very_low_rate_is_measured_not_a_crash()
    {
        var machine = FakeMachine.With("a").Where(new Scenario { Messages = 5_000_000 });
        machine["a"].Runs(run => run.Kind == "warm-up" ? 20 : 1);
        Assert.Equal(CellStatus.Ok, Assert.Single(await machine.BlockAsync()).Status);
    }

    private static void Silent(JsonObject reply)
    {
        var sent = Math.Min(5, (long)reply["sent"]!);
        (reply["sent"], reply["received"], reply["lost"], reply["histogram"], reply["rtt_sum_ns"]) = (
            sent,
            0,
            sent,
            new JsonArray(),
            null
        );
    }
}
