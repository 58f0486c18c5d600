using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Tests.Evidence;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class RunPlanTests
{
    private const long Ms = 1_000_000;

    private static readonly Arbitrary<(int Scenarios, int Stacks, long SliceMs, int Seed)> Plans = (
        from scenarios in Gen.Choose(1, 4)
        from stacks in Gen.Choose(1, 9)
        from slice in Gen.Choose(10, 400)
        from seed in Gen.Choose(0, 1_000_000)
        select (scenarios, stacks, (long)slice, seed)
    ).ToArbitrary();

    private static List<Cell> Cells(int scenarios, int stacks) =>
        (
            from c in Enumerable.Range(1, scenarios)
            from s in Enumerable.Range(0, stacks)
            select Trial.Cell(((char)('a' + s)).ToString(), new() { Connections = c })
        ).ToList();

    private static RunPlan Plan(IEnumerable<Cell> cells, long sliceNs = 100 * Ms) =>
        new(cells, new() { SliceNs = sliceNs });

    private static IReadOnlyList<Block> Round(RunPlan plan, int seed = 1) => plan.DrawRound(1, new Random(seed));

    private static string Text(IEnumerable<Block> blocks) =>
        string.Join(" ", blocks.Select(b => string.Concat(b.Cells.Select(c => c.Stack))).Order(StringComparer.Ordinal));

    [Fact]
    public void Classes_of_a_scenario_share_no_block()
    {
        var cells = Cells(1, 5)
            .Select(cell =>
                cell with
                {
                    Class = new() { Waits = cell.Stack is "b" or "e" ? Waiting.Spin : Waiting.Block },
                }
            );
        Assert.Equal(
            ["acd", "be"],
            Round(Plan(cells, 10 * Ms))
                .Select(block => string.Concat(block.Cells.Select(cell => cell.Stack).Order()))
                .Order()
        );
    }

    [Fact]
    public void Nobody_waits_longer_than_500_ms_but_a_pair_is_always_possible() =>
        Assert.All<(long SliceMs, int Cells)>(
            [(10, 26), (30, 9), (50, 6), (100, 3), (150, 2), (1000, 2)],
            row => Assert.Equal(row.Cells, RunPlan.CellsPerBlock(row.SliceMs * Ms))
        );

    [Fact]
    public void A_round_begins_with_the_busiest_scenario_of_few_connections_and_has_the_others_in_random_order()
    {
        var cells = new[] { 1, 16, 4, 1000, 2 }
            .SelectMany(connections =>
                Cells(1, 2).Select(cell => cell with { Scenario = new() { Connections = connections } })
            )
            .ToList();
        var orders = Enumerable
            .Range(0, 20)
            .Select(seed => string.Join(' ', Round(Plan(cells), seed).Select(b => b.Baseline.Scenario.Connections)))
            .ToList();
        Assert.All(orders, order => Assert.StartsWith("16 ", order));
        Assert.True(orders.Distinct().Count() > 5);
    }

    [Fact]
    public void Each_round_has_every_cell_once_and_the_baseline_first_in_each_block() =>
        Prop.ForAll(
                Plans,
                x =>
                {
                    var cells = Cells(x.Scenarios, x.Stacks);
                    var blocks = Round(Plan(cells, x.SliceMs * Ms), x.Seed);
                    var others = blocks.SelectMany(b => b.Cells.Skip(1)).ToList();
                    return blocks.All(b =>
                            b.Cells[0].Stack == "a" && b.Cells.All(c => c.Scenario == b.Cells[0].Scenario)
                        )
                        && others.Distinct().Count() == others.Count
                        && blocks.SelectMany(b => b.Cells).ToHashSet().SetEquals(cells);
                }
            )
            .Holds();

    [Fact]
    public void Blocks_of_a_scenario_are_of_even_size_within_the_limit() =>
        Prop.ForAll(
                Plans,
                x =>
                    Round(Plan(Cells(x.Scenarios, x.Stacks), x.SliceMs * Ms), x.Seed)
                        .GroupBy(b => b.Cells[0].Scenario)
                        .All(scenario =>
                            scenario.Max(b => b.Cells.Count) <= RunPlan.CellsPerBlock(x.SliceMs * Ms)
                            && scenario.Max(b => b.Cells.Count) - scenario.Min(b => b.Cells.Count) <= 1
                        )
            )
            .Holds();

    [Fact]
    public void Block_numbers_are_those_of_the_run()
    {
        var plan = Plan(Cells(2, 3));
        Assert.Equal([1, 2, 3, 4], Round(plan).Concat(Round(plan)).Select(b => b.Number));
    }

    [Fact]
    public void A_dropped_cell_is_in_no_round_any_more()
    {
        var plan = Plan(Cells(1, 4), sliceNs: 150 * Ms);
        plan.Drop("c c1");
        Assert.Equal("ab ad", Text(Round(plan)));
    }

    [Fact]
    public void A_scenario_ends_when_its_last_comparison_is_precise_enough()
    {
        var plan = Plan(Cells(2, 2));
        plan.Finish("b c1");
        Assert.Equal([2], Round(plan).Select(b => b.Cells[0].Scenario.Connections));
        Assert.False(plan.IsFinished);
        plan.Finish("b c2");
        Assert.True(plan.IsFinished);
    }

    [Fact]
    public void A_dropped_baseline_is_replaced_by_the_next_cell_and_one_that_is_left_alone_measured_on()
    {
        var plan = Plan(Cells(1, 3));
        plan.Drop("a c1");
        Assert.Equal("bc", Text(Round(plan)));
        plan.Drop("a c1");
        plan.Drop("z c9");
        Assert.Equal("bc", Text(Round(plan)));
        plan.Drop("c c1");
        Assert.Equal("b", Text(Round(plan)));
        plan.Drop("b c1");
        Assert.True(plan.IsFinished);
    }

    [Fact]
    public void A_cell_that_is_not_sliced_any_more_has_a_block_of_its_own()
    {
        var plan = Plan(Cells(1, 4), sliceNs: 50 * Ms);
        plan.StopSlicing("c c1");
        var blocks = Round(plan);
        Assert.Equal("abd ac", Text(blocks) is "abd ac" or "adb ac" ? "abd ac" : Text(blocks));
        Assert.All(blocks, b => Assert.Equal(b.Cells.All(c => c.Stack != "c"), b.IsSliced));
        plan.StopSlicing("a c1");
        Assert.All(Round(plan), b => Assert.False(b.IsSliced));
    }
}
