using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>Histories whose levels are known; the tables in docs/statistics.md are from here.</summary>
public sealed class LevelsTests
{
    private const int Cells = 8;

    private static double AnyWrong(Histories world, int times)
    {
        var random = new Random(1);
        return Draws.Share(times, () => world.Find(random).Any(cell => cell.Steps.Count > 0));
    }

    /// <summary>In how many histories the first cell's step is found, within two runs of where it is.</summary>
    private static double Found(Histories world, int times)
    {
        var random = new Random(2);
        return Draws.Share(
            times,
            () => world.Find(random)[0].Steps.Any(step => Math.Abs(step.At - world.Runs / 2) <= 2)
        );
    }

    /// <summary>Whether runs follow one another alike, or the machine has two speeds.</summary>
    [Fact]
    [Trait("Gate", "no")]
    public void Levels_that_stay_are_left_alone()
    {
        foreach (var runs in new[] { 10, 50 })
        {
            Assert.InRange(AnyWrong(new(Cells, runs), 300), 0, 0.05);
            Assert.InRange(AnyWrong(new(Cells, runs) { Correlation = 0.5 }, 400), 0, 0.05);
            Assert.InRange(AnyWrong(new(Cells, runs) { SecondSpeed = 0.12 }, 300), 0, 0.05);
        }
    }

    [Fact]
    public void Nothing_tells_the_levels_of_a_cell_alone_from_a_machine_s_speeds()
    {
        foreach (var runs in new[] { 10, 50 })
        foreach (var speed in new[] { 0, 0.12 })
        foreach (var correlation in new[] { 0, 0.5 })
        {
            var world = new Histories(1, runs) { SecondSpeed = speed, Correlation = correlation };
            Assert.InRange(AnyWrong(world, 300), 0, 0.05);
            Assert.True(world.Find(new Random(3))[0].IsAlone);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.12)]
    public void A_step_of_one_cell_is_found_and_no_other_is_blamed(double secondSpeed)
    {
        var world = new Histories(Cells, 20) { Step = 0.16, SecondSpeed = secondSpeed };
        Assert.InRange(Found(world, 300), 0.9, 1);
        var random = new Random(5);
        Assert.InRange(Draws.Share(300, () => world.Find(random).Skip(1).Any(cell => cell.Steps.Count > 0)), 0, 0.05);
    }

    [Fact]
    public void A_cell_alone_has_to_be_slower_by_half() =>
        Assert.InRange(Found(new(1, 20) { Step = 0.5, SecondSpeed = 0.12 }, 300), 0.8, 1);

    [Fact]
    public void What_all_cells_do_is_not_seen() =>
        Assert.InRange(AnyWrong(new(Cells, 20) { StepOfAll = 0.3 }, 200), 0, 0.05);

    [Fact]
    public void Two_steps_are_two_changes()
    {
        var cells = Steady(60);
        var logs = cells[2].Logs.Select((log, run) => log + (run is >= 20 and < 40 ? 0.3 : 0)).ToList();
        cells[2] = cells[2] with { Logs = logs };
        var found = Levels.Find(cells);
        Assert.Equal([20, 40], found[2].Steps.Select(step => step.At));
        Assert.InRange(found[2].Steps[0].Ratio.Mean, 0.27, 0.33);
        Assert.All(found.Where((_, cell) => cell != 2), cell => Assert.Empty(cell.Steps));
    }

    [Fact]
    public void One_run_that_is_out_of_line_is_no_level()
    {
        var cells = Steady(20);
        cells[2] = cells[2] with { Logs = cells[2].Logs.Select((log, run) => log + (run == 10 ? 2 : 0)).ToList() };
        Assert.All(Levels.Find(cells), cell => Assert.Empty(cell.Steps));
    }

    /// <summary>A cell that is alone in its scenario is judged beside all cells, and in those runs alone that have
    /// them.</summary>
    [Fact]
    public void Other_scenarios_tell_the_machine_s_moves_where_one_has_too_few_cells()
    {
        var cells = Steady(20);
        var single = cells[0];
        var moved = single.Logs.Select((log, run) => log + (run >= 10 ? 0.3 : 0)).Prepend(9).ToList();
        cells[0] = new(single.Runs.Select(run => run).Prepend(-1).ToList(), moved, "another");
        var found = Levels.Find(cells)[0];
        Assert.False(found.IsAlone);
        Assert.Equal(11, Assert.Single(found.Steps).At);
    }

    [Fact]
    public void Few_runs_tell_nothing_and_equal_runs_have_no_change()
    {
        var equal = Enumerable.Range(0, 4).Select(_ => new RunByRun([.. Enumerable.Range(0, 30)], new double[30], "s"));
        Assert.All(Levels.Find(equal.ToList()), cell => Assert.Empty(cell.Steps));
        Assert.All(
            Levels.Find(Steady(5)),
            cell =>
            {
                Assert.Empty(cell.Steps);
                Assert.False(cell.IsAlone);
            }
        );
    }

    private static List<RunByRun> Steady(int runs)
    {
        var random = new Random(4);
        return Enumerable
            .Range(0, 5)
            .Select(cell => new RunByRun([.. Enumerable.Range(0, runs)], random.Normals(runs, cell, 0.02), "scenario"))
            .ToList();
    }
}
