using System.Text.Json.Nodes;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Whoever measures, it is measured in the same way: first contact, warm-up, one window, both sides'
/// accounts.</summary>
public class PairTests
{
    public static TheoryData<string> All => Users.All;
    public static TheoryData<string> WithServer => Users.WithServer;

    private static int WarmUps(FakeMachine machine) => machine.Measurements.Count(m => m.Kind == "warm-up");

    [Theory, MemberData(nameof(All))]
    public async Task A_second_is_measured_in_one_piece_and_accounted_for(string user)
    {
        var machine = FakeMachine.With("a");
        var window = await Users.MeasureAsync(user, machine);
        Assert.Equal((1_000_000_000, 20_000), (window.DurationNs, window.Received));
        Assert.Single(machine.Measurements, m => m.Kind == "unbroken");
        Assert.Equal((20_000, 20_000), (window.Client!.Messages, window.ClientCost!.Messages));
        Assert.NotNull(window.Host);
        Assert.Equal(user == "probe", window.Server is null);
        Assert.Empty(machine.StillRunning);
    }

    /// <summary>The first contact, then windows until they are no faster; a server that is not ours may
    /// compile.</summary>
    [Theory]
    [InlineData("run", 1 + 4)]
    [InlineData("nbn", 1 + 4)]
    [InlineData("probe", 1 + 8)]
    public async Task It_is_warmed_up_until_the_rate_has_settled(string user, int windows)
    {
        var machine = FakeMachine.With("a");
        await Users.MeasureAsync(user, machine);
        Assert.Equal(windows, WarmUps(machine));
    }

    [Theory, MemberData(nameof(All))]
    public async Task A_compiler_has_had_its_messages_and_rests_before_anything_is_counted(string user)
    {
        var machine = FakeMachine.With("a");
        machine["a"].CompilesAsItRuns();
        await Users.MeasureAsync(user, machine);
        var usual = WarmUps(machine);
        var working = FakeMachine.With("a");
        working["a"].CompilesInTheBackground("client", times: 100);
        await Users.MeasureAsync(user, working);
        Assert.True(WarmUps(working) > usual + 1, $"{WarmUps(working)}, {usual}");
    }

    [Theory, MemberData(nameof(All))]
    public async Task A_server_that_answers_nothing_is_told_after_the_second_try(string user)
    {
        var machine = FakeMachine.With("a");
        machine["a"].ClientAnswers("warm-up", Unanswered);
        var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.MeasureAsync(user, machine));
        Assert.Contains("the server does not answer (any more): none of 5 messages was answered", failure.Message);
        Assert.Equal(2, WarmUps(machine));
        Assert.Empty(machine.StillRunning);
    }

    [Theory, MemberData(nameof(All))]
    public async Task A_server_that_falls_silent_ends_the_measurement(string user)
    {
        var machine = FakeMachine.With("a");
        machine["a"].ClientAnswers("unbroken", Unanswered);
        var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.MeasureAsync(user, machine));
        Assert.Contains("none of 5 messages was answered", failure.Message);
    }

    [Theory, MemberData(nameof(All))]
    public async Task A_client_that_counts_more_than_it_received_is_caught(string user)
    {
        var machine = FakeMachine.With("a");
        machine["a"].ClientAnswers("usage", r => r["messages"] = 3);
        var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.MeasureAsync(user, machine));
        Assert.Contains("received in all", failure.Message);
    }

    [Theory, MemberData(nameof(WithServer))]
    public async Task A_server_that_answered_less_than_was_received_is_caught(string user)
    {
        var machine = FakeMachine.With("a");
        machine["a"].ServerAnswers("usage", r => r["messages"] = (long)r["messages"]! / 2);
        var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.MeasureAsync(user, machine));
        Assert.Contains("by its own count", failure.Message);
    }

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
    public async Task A_probe_tells_what_to_look_at_when_its_connections_end()
    {
        var machine = FakeMachine.With("a");
        machine["a"].ClientFails("unbroken", "1 of 1 connections ended: closed by the peer");
        var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.ProbeAsync(machine));
        Assert.Contains("closed by the peer: is it an echo server, and is --framing right?", failure.Message);
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

    private static void Unanswered(JsonObject reply) =>
        (reply["sent"], reply["received"], reply["lost"], reply["histogram"], reply["rtt_sum_ns"]) = (
            5,
            0,
            5,
            new JsonArray(),
            null
        );
}
