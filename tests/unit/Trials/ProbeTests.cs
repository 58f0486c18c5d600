using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>How a probe finds a server, and what it tells where the server or this machine ends it.</summary>
public class ProbeTests
{
    private const string Closed = "1 of 1 connections ended: closed by the peer";

    [Fact]
    public async Task A_server_is_reached_when_it_accepts_a_connection()
    {
        var refused = FakeMachine.With("a");
        refused["a"].ClientFails("connect", "connect: Connection refused");
        Assert.False((await FailAsync(refused)).IsReached);
        var silent = FakeMachine.With("a");
        silent["a"].ClientFails("warm-up", "on purpose");
        Assert.True((await FailAsync(silent)).IsReached);
    }

    [Fact]
    public async Task A_server_that_ends_connections_later_leaves_what_was_counted_and_is_told_after_how_many_answers()
    {
        var machine = FakeMachine.With("a");
        var parts = 0;
        machine["a"]
            .ClientAnswers(
                "unbroken",
                _ =>
                {
                    if (++parts > 3)
                        throw new FakeError(Closed);
                }
            );
        var probe = new Probe(machine);
        var trial = await Users.ProbeAsync(probe, machine, 60_000_000_000);
        Assert.Equal((1_500_000_000, 30_000), (trial.Unbroken!.DurationNs, trial.Unbroken.Received));
        Assert.Matches($"^.*{Closed}, after [1-9][0-9]* answers in all$", probe.EndedEarlyBy);
    }

    /// <summary>Else one silent connection of many would hold up the others for as long as a slow server may
    /// take.</summary>
    [Fact]
    public async Task Many_connections_wait_long_only_where_none_answers()
    {
        var machine = FakeMachine.With("a").Where(new Scenario { Connections = 4 });
        await Users.ProbeAsync(machine);
        Assert.All(machine.Runs, run => Assert.Null((long?)run["lost_after_ns"]));

        machine = FakeMachine.With("a").Where(new Scenario { Connections = 4 });
        machine["a"].Takes(2_000_000_000);
        await Users.ProbeAsync(machine);
        Assert.Equal(
            [null, 2 * PatientContact.MaxAnswerNs],
            machine.Runs.Take(2).Select(run => (long?)run["lost_after_ns"])
        );
    }

    [Fact]
    public void No_local_port_is_told_with_the_limit_and_the_remedy()
    {
        var fault = new WorkerFault("a", "connect", "connect 127.0.0.1:7: Cannot assign requested address", []);
        var twenty = new Scenario { Connections = 20 };
        Assert.Equal(
            ": of 301 local ports ended connections hold 290 (TIME_WAIT), and 20 more are needed; widen "
                + "net.ipv4.ip_local_port_range, set net.ipv4.tcp_tw_reuse=1, or wait for a minute",
            Probe.FindPortShortage(fault, new(TimeWait: 290, Ports: 301, Reuse: 0), twenty)
        );
        // No cause is named that was not seen.
        Assert.Null(Probe.FindPortShortage(fault, new(TimeWait: 3, Ports: 301, Reuse: 0), twenty));
        Assert.Null(Probe.FindPortShortage(fault, ports: null, twenty));
        var other = new WorkerFault("a", "connect", "Connection refused", []);
        Assert.Null(Probe.FindPortShortage(other, new(TimeWait: 290, Ports: 301, Reuse: 0), twenty));
    }

    private static async Task<Probe> FailAsync(FakeMachine machine)
    {
        var probe = new Probe(machine);
        await Assert.ThrowsAsync<WorkerFault>(() => Users.ProbeAsync(probe, machine));
        return probe;
    }
}
