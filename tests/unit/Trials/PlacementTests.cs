using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Sides on other machines: what only their machine can see they tell themselves, or nobody does.</summary>
public class PlacementTests
{
    /// <summary>Of its stacks a and b the first has each side on a machine of its own.</summary>
    private static FakeMachine WithSidesElsewhere(bool spins)
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].RunsOn("server", "lab").RunsOn("client", "lab 2");
        if (spins)
            machine["a"].Spins();
        return machine;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_side_elsewhere_is_asked_for_its_cpu_time_around_what_it_answered(bool spins)
    {
        var machine = WithSidesElsewhere(spins);
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_slice_without_an_answer_leaves_a_side_elsewhere_its_cost(bool spins)
    {
        var machine = WithSidesElsewhere(spins);
        machine["a"].Runs(run => run is { Kind: "slice", Nth: 3 } ? 0 : 20_000);
        var trial = (await machine.BlockAsync()).Single(record => record.Cell == "a");
        Assert.Equal(0, trial.SliceRatesPerS[2]);
        foreach (var cost in new[] { trial.Slices!.ServerCost, trial.Slices.ClientCost })
            Assert.Equal(3000 * trial.Slices.Received, cost?.CpuNs);
        Assert.All(trial.Parts!.ServerCosts.Index(), cost => Assert.Equal(cost.Index != 2, cost.Item.CpuNs > 0));
    }

    [Fact]
    public async Task Two_sites_of_one_machine_share_its_cores()
    {
        var machine = FakeMachine.With("a");
        machine["a"].Places["server"] = new("left", "one", IsHere: false);
        machine["a"].Places["client"] = new("right", "one", IsHere: false);
        Assert.False((await machine.BlockAsync(sliced: false)).Single().OnTwoMachines);
    }

    [Fact]
    public void Each_side_chooses_from_its_own_machine_s_cores() =>
        Assert.Equal(new Pinning("0", "0,1,2,3"), Pinning.Choose(new Pin("1", "rest"), [0, 1], [0, 1, 2, 3]));
}
