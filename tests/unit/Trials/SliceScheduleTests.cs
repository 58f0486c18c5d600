using System.Diagnostics;
using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Where the time of a block with a budget goes.</summary>
public class SliceScheduleTests
{
    private const double PerS = 20_000;
    private static readonly BlockSettings Budgeted = FakeMachine.OneSecond with
    {
        DurationNs = 2_600_000_000,
        IsBudgeted = true,
    };

    private readonly FakeMachine _machine = FakeMachine.With("a", "b", "noisy", "d", "e");

    public SliceScheduleTests()
    {
        foreach (var steady in new[] { "a", "b", "d", "e" })
            _machine[steady].Runs(run => Alternating(run, 0.01));
        _machine["noisy"].Runs(run => Alternating(run, 0.05));
    }

    private static double Alternating(FakeRun run, double scatter) =>
        PerS * (run.Kind != "slice" ? 1 : 1 + (run.Nth % 2 == 0 ? scatter : -scatter));

    [Fact]
    public async Task A_cell_that_scatters_has_more_turns_as_soon_as_four_slices_tell_and_the_others_one_a_pass()
    {
        var records = await _machine.BlockAsync(Budgeted);
        var passes = records.Single(r => r.Cell == "b").SlicePasses;
        Assert.Equal(Enumerable.Range(0, passes.Count), passes);
        Assert.All(records.Where(r => r.Cell is "d" or "e"), record => Assert.Equal(passes, record.SlicePasses));
        // It is in four comparisons.
        Assert.All(records[0].SlicePasses.CountBy(pass => pass), pass => Assert.Equal(2, pass.Value));
        var noisy = records.Single(r => r.Cell == "noisy").SlicePasses.CountBy(pass => pass).ToList();
        Assert.Equal(passes, noisy.Select(pass => pass.Key));
        Assert.Equal([1, 1, 1, 1], noisy.Take(4).Select(pass => pass.Value));
        Assert.All(noisy.Skip(4), pass => Assert.Equal(3, pass.Value));
        Assert.InRange(noisy.Count, 6, int.MaxValue);
    }

    [Fact]
    public async Task More_turns_take_no_more_time_and_without_a_budget_each_cell_has_what_was_asked_for()
    {
        var asked = await _machine.BlockAsync(Budgeted with { IsBudgeted = false });
        Assert.All(asked, r => Assert.Equal(Enumerable.Range(0, r.SliceRatesPerS.Count), r.SlicePasses));
        var slices = asked.Sum(r => r.SlicePasses.Count);
        var noisy = (await _machine.BlockAsync(Budgeted)).Sum(r => r.SlicePasses.Count);
        // A pair of passes is not cut, and there is one at least in each half.
        Assert.InRange(noisy, slices - 2 * 8, slices + 2 * 8);
    }

    [Fact]
    public async Task A_later_round_knows_from_the_earlier_ones_who_scatters()
    {
        var earlier = await _machine.BlockAsync(Budgeted);
        var records = await _machine.BlockAsync(Budgeted, earlier: earlier);
        Assert.All(
            records.Single(r => r.Cell == "noisy").SlicePasses.CountBy(pass => pass),
            pass => Assert.Equal(3, pass.Value)
        );
        Assert.All(
            records.Where(r => r.Cell is "b" or "d" or "e"),
            r => Assert.Equal(r.SlicePasses.Distinct(), r.SlicePasses)
        );
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task A_slow_block_keeps_four_slices_without_which_nobody_can_tell_how_they_scatter()
    {
        var machine = FakeMachine.With("a", "b");
        foreach (var cell in new[] { "a", "b" })
            machine[cell].Runs(run => Slow(run.Kind == "slice" ? 300 : 0));
        var records = await machine.BlockAsync(Budgeted with { DurationNs = 0 });
        Assert.All(records, record => Assert.Equal(4, record.SliceRatesPerS.Count));
    }

    /// <summary>A block's time is the real one.</summary>
    private static double Slow(int ms)
    {
        var began = Stopwatch.GetTimestamp();
        SpinWait.SpinUntil(() => Stopwatch.GetElapsedTime(began).TotalMilliseconds >= ms);
        return PerS;
    }

    [Fact]
    public void What_is_held_against_other_cells_is_the_mean_of_a_pass()
    {
        var record = new TrialRecord
        {
            Round = 1,
            Block = 1,
            Cell = "a",
            Status = CellStatus.Ok,
            SliceRatesPerS = [20, 30, 50, 60],
        };
        Assert.Equal([20, 30, 50, 60], record.AveragePerPass(record.SliceRatesPerS));
        Assert.Equal([20, 40, 60], (record with { SlicePasses = [0, 1, 1, 2] }).AveragePerPass(record.SliceRatesPerS));
    }
}
