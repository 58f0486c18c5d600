using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Sides on other machines: what only their machine can see they tell themselves, or nobody does.</summary>
public class PlacementTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_side_elsewhere_is_asked_for_its_cpu_time_around_what_it_answered(bool spins)
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].RunsOn("server", "lab").RunsOn("client", "lab 2");
        if (spins)
            machine["a"].Spins();
        var trial = (await machine.BlockAsync()).Single(record => record.Cell == "a");
        Assert.Equal(CellStatus.Ok, trial.Status);
        Assert.True(trial.OnTwoMachines);
        foreach (var cost in new[] { trial.Slices!.ServerCost!, trial.Slices.ClientCost! })
        {
            Assert.Equal(3000 * trial.Slices.Received, cost.CpuNs);
            // What spins uses its core also while requests are on their way.
            Assert.Equal(!spins, cost.Messages == trial.Slices.Received);
        }
        Assert.Null(trial.Unbroken!.Server!.BusiestThreadCpuNs);
    }

    [Fact]
    public async Task Two_sites_of_one_machine_share_its_cores()
    {
        var machine = FakeMachine.With("a");
        machine["a"].Places["server"] = new("left", "one", IsHere: false);
        machine["a"].Places["client"] = new("right", "one", IsHere: false);
        Assert.False((await machine.BlockAsync(sliced: false)).Single().OnTwoMachines);
    }
}
