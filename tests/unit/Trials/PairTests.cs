using System.Text.Json.Nodes;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Whoever measures, it is measured in the same way: first contact, warm-up, one window, both sides'
/// accounts.</summary>
public class PairTests
{
    private static int WarmUps(FakeMachine machine) => machine.Measurements.Count(m => m.Kind == "warm-up");

    /// <summary>Warmed up by the first contact, and then by windows until they are no faster; a server that is not ours
    /// may compile.</summary>
    [Fact]
    public Task A_second_is_measured_in_one_piece_after_the_rate_has_settled_and_accounted_for() =>
        Assert.AllAsync<(string User, int Windows)>(
            [("run", 1 + 4), ("nbn", 1 + 4), ("probe", 1 + 8)],
            async row =>
            {
                var machine = FakeMachine.With("a");
                var window = await Users.MeasureAsync(row.User, machine);
                Assert.Equal(row.Windows, WarmUps(machine));
                Assert.Equal((1_000_000_000, 20_000), (window.DurationNs, window.Received));
                Assert.Single(machine.Measurements, m => m.Kind == "unbroken");
                Assert.Equal((20_000, 20_000), (window.Client!.Messages, window.ClientCost!.Messages));
                Assert.NotNull(window.Host);
                Assert.Equal(row.User == "probe", window.Server is null);
                Assert.Empty(machine.StillRunning);
            }
        );

    [Fact]
    public Task A_compiler_has_had_its_messages_and_rests_before_anything_is_counted() =>
        Assert.AllAsync(
            Users.All,
            async user =>
            {
                var (machine, working) = (FakeMachine.With("a"), FakeMachine.With("a"));
                machine["a"].CompilesAsItRuns();
                await Users.MeasureAsync(user, machine);
                working["a"].CompilesInTheBackground("client", times: 100);
                await Users.MeasureAsync(user, working);
                Assert.True(WarmUps(working) > WarmUps(machine) + 1, $"{WarmUps(working)}, {WarmUps(machine)}");
            }
        );

    [Fact]
    public Task A_server_that_answers_nothing_is_told_after_the_second_try() =>
        Assert.AllAsync(
            Users.All,
            async user =>
            {
                var machine = FakeMachine.With("a");
                machine["a"].ClientAnswers("warm-up", Unanswered);
                var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.MeasureAsync(user, machine));
                Assert.Contains(
                    "the server does not answer (any more): none of 1 messages was answered",
                    failure.Message
                );
                // A probe waits long for the first one, and a stream loses none.
                Assert.Equal(user == "probe" ? 1 : 2, WarmUps(machine));
                Assert.Empty(machine.StillRunning);
            }
        );

    /// <summary>Whose server is not ours knows nothing of its counts.</summary>
    [Fact]
    public Task A_server_that_falls_silent_and_counts_that_differ_end_the_measurement() =>
        Assert.AllAsync<(string Role, string Op, Action<JsonObject> Lie, string Reason, string[] Users)>(
            [
                ("client", "unbroken", Unanswered, "none of 5 messages was answered", Users.All),
                ("client", "usage", r => r["messages"] = 3, "received in all", Users.All),
                ("server", "usage", r => r["messages"] = (long)r["messages"]! / 2, "by its own count", ["run", "nbn"]),
            ],
            async row =>
            {
                foreach (var user in row.Users)
                {
                    var machine = FakeMachine.With("a");
                    machine["a"].Answers(row.Role, row.Op, row.Lie);
                    var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() =>
                        Users.MeasureAsync(user, machine)
                    );
                    Assert.Contains(row.Reason, failure.Message);
                }
            }
        );

    [Fact]
    public async Task A_probe_tells_what_is_known_of_the_client_alone_and_what_to_look_at()
    {
        var machine = FakeMachine.With("a");
        var record = await Users.ProbeAsync(machine);
        Assert.Equal(("", "0", WarmUpVerdict.Settled), (record.ServerCpus, record.ClientCpus, record.WarmUp!.Verdict));
        Assert.Equal(["client"], record.Versions.Keys);
        Assert.Equal(["client.no_delay"], record.EffectiveOptions.Keys);
        machine["a"].ClientAnswers("warm-up", Unanswered);
        var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.ProbeAsync(machine));
        Assert.Contains("is it an echo server, and is --framing right?", failure.Message);

        machine = FakeMachine.With("a");
        machine["a"].ClientFails("unbroken", "1 of 1 connections ended: closed by the peer");
        failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.ProbeAsync(machine));
        Assert.Matches("closed by the peer, after [1-9][0-9]* answers in all", failure.Message);

        machine = FakeMachine.With("a");
        machine["a"].ClientFails("warm-up", "1 of 1 connections ended: closed by the peer");
        machine["a"].ClientAnswers("usage", usage => usage["messages"] = 0);
        failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.ProbeAsync(machine));
        Assert.Contains("closed by the peer: is it an echo server, and is --framing right?", failure.Message);
    }

    [Fact]
    public async Task A_server_that_reads_nothing_any_more_is_told_apart_from_one_that_is_slow()
    {
        Assert.Contains("does not answer (any more), or does not read", await FailureAsync(0));
        Assert.Contains("choose a longer duration", await FailureAsync(1));

        static async Task<string> FailureAsync(int answered)
        {
            var machine = FakeMachine.With("a");
            machine["a"].ClientAnswers("unbroken", reply => SentNothing(reply, answered));
            return (await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.ProbeAsync(machine))).Message;
        }
    }

    [Fact]
    public async Task A_probe_that_is_interrupted_tells_what_it_had_counted()
    {
        var machine = FakeMachine.With("a");
        using var interrupted = new CancellationTokenSource();
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run is { Kind: "unbroken", Nth: 3 })
                    interrupted.Cancel();
            });
        var trial = await Users.ProbeAsync(machine, 60_000_000_000, interrupted.Token);
        Assert.Equal((1_500_000_000, 30_000), (trial.Unbroken!.DurationNs, trial.Unbroken.Received));
        Assert.Empty(machine.StillRunning);
    }

    /// <summary>A part without an answer is a pause of the network: only a silence that is longer than an answer is
    /// awaited ends a probe.</summary>
    [Theory]
    [InlineData(2, false)]
    [InlineData(60, true)]
    public async Task A_probe_goes_on_after_a_pause(int silentParts, bool ends)
    {
        var machine = FakeMachine.With("a");
        var part = 0;
        machine["a"]
            .ClientAnswers(
                "unbroken",
                reply =>
                {
                    if (++part > 2 && part <= 2 + silentParts)
                        SentNothing(reply, 0);
                }
            );
        var probing = Users.ProbeAsync(machine, 60_000_000_000);
        if (ends)
            Assert.Contains("does not answer", (await Assert.ThrowsAnyAsync<PingmarkException>(() => probing)).Message);
        else
            Assert.Equal((120 - silentParts) * 10_000, (await probing).Unbroken!.Received);
    }

    private static void SentNothing(JsonObject reply, int answered) =>
        (
            reply["sent"],
            reply["received"],
            reply["answered"],
            reply["histogram"],
            reply["rtt_sum_ns"],
            reply["rtt_max_ns"]
        ) = (0, 0, answered, new JsonArray(), null, null);

    private static void Unanswered(JsonObject reply)
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
