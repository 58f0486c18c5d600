using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Slices are for stacks that run in them as they run without.</summary>
public class SlicingEarnedTests
{
    private static double Misleading(FakeRun run) => run.Kind == "slice" ? 10_000 : 20_000;

    [Fact]
    public async Task A_cell_too_slow_for_slices_is_measured_whole_and_the_others_are_sliced()
    {
        var machine = FakeMachine.With("a", "slow", "c");
        machine["slow"].Runs(199);
        var records = await machine.BlockAsync();
        Assert.DoesNotContain("slow", machine.Slices);
        Assert.Equal((null, 1_000_000_000), (records[1].Slices, records[1].Unbroken!.DurationNs));
        Assert.NotNull(records[2].Slices);
    }

    [Fact]
    public async Task A_slice_must_hold_twenty_times_the_messages_in_flight()
    {
        var machine = FakeMachine.With("a", "b").Where(new Scenario { Connections = 10, InFlight = 10 });
        machine["b"].Runs(20_001);
        Assert.All(await machine.BlockAsync(), r => Assert.NotNull(r.Slices));
        machine["b"].Runs(19_000);
        Assert.All(await machine.BlockAsync(), r => Assert.Null(r.Slices));
    }

    [Fact]
    public async Task With_a_baseline_too_slow_for_slices_or_where_none_are_asked_for_nobody_is_sliced()
    {
        var machine = FakeMachine.With("slow", "b", "c");
        machine["slow"].Runs(100);
        Assert.All(await machine.BlockAsync(), r => Assert.Null(r.Slices));
        Assert.All(await FakeMachine.With("a", "b").BlockAsync(sliced: false), r => Assert.Null(r.Slices));
    }

    [Fact]
    public async Task Slices_that_mislead_are_given_up_after_three_rounds()
    {
        var machine = FakeMachine.With("a", "b", "c");
        machine["b"].Runs(Misleading);
        await machine.SuiteAsync(new() { Rounds = 5, SliceNs = 50_000_000 });
        Assert.Equal([true, true, true, false, false], machine.KeptOf("b").Select(r => r.Slices is not null));
        Assert.All(machine.KeptOf("c"), r => Assert.NotNull(r.Slices));
        Assert.All(
            machine.Kept.GroupBy(r => r.Block, r => r.Cell),
            block => Assert.True(block.First() == "a" && block.Count() > 1, string.Join(' ', block))
        );
    }

    [Fact]
    public async Task A_baseline_whose_slices_mislead_ends_slicing_for_all()
    {
        var machine = FakeMachine.With("a", "b", "c");
        machine["a"].Runs(Misleading);
        await machine.SuiteAsync(new SuiteSettings { Rounds = 4 });
        Assert.All(machine.Kept, r => Assert.Equal(r.Round <= 3, r.Slices is not null));
    }

    [Fact]
    public async Task A_difference_within_three_percent_is_a_tie()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].Runs(run => run.Kind == "slice" ? 19_500 : 20_000);
        await machine.SuiteAsync(new SuiteSettings { Rounds = 6 });
        Assert.All(machine.Kept, r => Assert.NotNull(r.Slices));
    }
}
