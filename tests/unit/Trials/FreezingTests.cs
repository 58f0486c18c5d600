using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Clients park by themselves and are never frozen.</summary>
public class FreezingTests
{
    [Fact]
    public async Task Of_servers_that_spin_only_the_measured_one_is_awake()
    {
        var machine = FakeMachine.With("a", "b", "c");
        foreach (var stack in new[] { "a", "b", "c" })
            machine[stack].Spins();
        await machine.BlockAsync();
        Assert.All(machine.Measurements, m => Assert.Equal([m.Stack], m.AwakeSpinners));
        Assert.DoesNotContain(machine.Events, e => e is { Op: "freeze", Role: "client" });
    }

    [Fact]
    public async Task A_spinning_server_is_frozen_while_a_blocking_one_is_measured_which_never_is()
    {
        var machine = FakeMachine.With("spinning", "blocking", "other");
        machine["spinning"].Spins();
        await machine.BlockAsync();
        Assert.All(machine.Measurements.Where(m => m.Stack != "spinning"), m => Assert.Empty(m.AwakeSpinners));
        Assert.DoesNotContain(machine.Events, e => e.Op == "freeze" && e.Stack != "spinning");
        Assert.DoesNotContain(machine.Measurements, m => m.Stopped);
    }
}
