using Xunit;

namespace Pingmark.Tests.Trials;

public class FreezingTests
{
    [Fact]
    public async Task Only_the_measured_cell_is_awake()
    {
        var machine = FakeMachine.With("a", "b", "c");
        foreach (var stack in new[] { "a", "b", "c" })
            machine[stack].Spins();
        await machine.BlockAsync();
        Assert.All(machine.Measurements, m => Assert.Equal([m.Stack], m.AwakeSpinners));
    }

    [Fact]
    public async Task A_spinning_server_is_frozen_while_a_blocking_one_is_measured()
    {
        var machine = FakeMachine.With("blocking", "spinning");
        machine["spinning"].Spins();
        await machine.BlockAsync();
        Assert.All(machine.Measurements.Where(m => m.Stack == "blocking"), m => Assert.Empty(m.AwakeSpinners));
    }

    [Fact]
    public async Task A_server_that_blocks_is_never_frozen()
    {
        var machine = FakeMachine.With("spinning", "blocking", "other");
        machine["spinning"].Spins();
        await machine.BlockAsync();
        Assert.DoesNotContain(machine.Events, e => e.Op == "freeze" && e.Stack != "spinning");
        Assert.DoesNotContain(machine.Measurements, m => m.Stopped);
    }

    [Fact]
    public async Task Clients_park_by_themselves_and_are_never_frozen()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].Spins();
        machine["b"].Spins();
        await machine.BlockAsync();
        Assert.DoesNotContain(machine.Events, e => e is { Op: "freeze", Role: "client" });
    }
}
