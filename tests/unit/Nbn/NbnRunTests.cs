using Pingmark.Nbn;
using Pingmark.Tests.Trials;
using Xunit;

namespace Pingmark.Tests.Nbn;

/// <summary>NBN's measurements are in parts, so that Ctrl-C and a lost server end them soon.</summary>
public class NbnRunTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(5, 3)]
    public async Task A_duration_is_counted_to_the_end_in_parts_of_two_seconds(double seconds, int parts)
    {
        var machine = FakeMachine.With("a");
        var result = await Users.NbnAsync(machine, new() { DurationS = seconds });
        Assert.Equal((long)(seconds * 1e9), result.Window!.DurationNs);
        Assert.Equal(parts, machine.Measurements.Count(m => m.Kind == "unbroken"));
    }

    /// <summary>Of one client; on two machines the cores of one are not the other's.</summary>
    [Theory]
    [InlineData(1, null, "0")]
    [InlineData(2, null, "1")]
    [InlineData(1, new[] { 0, 1, 2 }, "0,1,2")]
    public async Task Both_sides_share_a_core_only_for_one_message(int parallel, int[]? cores, string ofClient)
    {
        var machine = FakeMachine.With("a");
        await Users.NbnAsync(machine, new() { DurationS = 1, ParallelMessages = parallel }, clientCores: cores);
        Assert.Equal(("0", ofClient), (machine.Starts[0].Cpus, machine.Starts[1].Cpus));
    }

    [Fact]
    public async Task Clients_of_several_machines_are_spread_evenly_and_counted_as_one()
    {
        var machine = FakeMachine.With("a");
        var result = await new NbnRun(machine, [0, 1], FakeMachine.Silent, TextReader.Null).CompleteAsync(
            "a",
            new()
            {
                Address = "127.0.0.1",
                Port = 0,
                Clients = 6,
                ClientMachines = 3,
                DurationS = 3,
            },
            CancellationToken.None
        );
        Assert.Equal([2, 2, 2], machine.Connects.Select(connect => (int)connect["connections"]!));
        Assert.Equal((3 * 60_000, 3), (result.Window!.Received, result.Window.Generators!.Asked));
        Assert.Equal(6, result.Cell.Scenario.AllConnections);
    }

    [Fact]
    public async Task Until_stopped_it_is_measured_in_half_seconds_and_ends_with_the_one_at_hand()
    {
        var machine = FakeMachine.With("a");
        using var stop = Stop(machine, kind: "unbroken", nth: 3);
        var result = await Users.NbnAsync(machine, new() { DurationS = NbnOptions.UntilStopped }, stop.Token);
        Assert.Equal(1_500_000_000, result.Window!.DurationNs);
        Assert.Equal(30_000, result.Window.Server!.Messages);
    }

    [Fact]
    public async Task Stopped_in_its_warm_up_there_is_nothing_to_tell()
    {
        var machine = FakeMachine.With("a");
        using var stop = Stop(machine, kind: "warm-up", nth: 2);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Users.NbnAsync(machine, new(), stop.Token));
        Assert.Empty(machine.StillRunning);
    }

    [Fact]
    public async Task A_server_that_is_lost_between_two_parts_is_missed_in_the_next()
    {
        var machine = FakeMachine.With("a");
        machine["a"].Runs(run => run is { Kind: "unbroken", Nth: >= 2 } ? 0 : 20_000);
        var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() =>
            Users.NbnAsync(machine, new() { DurationS = 60 })
        );
        Assert.Contains("run: ", failure.Message);
        // The second is measured again ten times.
        Assert.Equal(12, machine.Measurements.Count(m => m.Kind == "unbroken"));
    }

    private static CancellationTokenSource Stop(FakeMachine machine, string kind, int nth)
    {
        var stop = new CancellationTokenSource();
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run.Kind == kind && run.Nth == nth)
                    stop.Cancel();
            });
        return stop;
    }
}
