using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>What a round's blocks should take, by what those of the round before took. The blocks are those of
/// <c>quick</c> on two cores: waiting stacks at first with the starts of their processes, then spinning ones, which
/// take half of it.</summary>
public class NextRoundTests
{
    private const long S = 1_000_000_000,
        BudgetNs = 60 * S;

    private static readonly Scenario One = new() { Connections = 1 },
        Many = new() { Connections = 16 };

    private static readonly string[] Waits = ["a", "b", "c", "d", "e"],
        Spins = ["x", "y", "z"];

    private static readonly BudgetPlan Plan = BudgetPlan.Create(Suite, Suite.Cells);

    private static Suite Suite =>
        new()
        {
            Name = "x",
            Cells = [.. Cells(Waits, Many), .. Cells(Waits, One), .. Cells(Spins, Many), .. Cells(Spins, One)],
            Settings = new()
            {
                BudgetNs = BudgetNs,
                SliceNs = 30_000_000,
                FreshProcesses = false,
            },
        };

    private static List<Cell> Cells(string[] stacks, Scenario scenario) =>
        [
            .. stacks.Select(stack =>
                Trial.Cell(stack, scenario) with
                {
                    Id = $"{stack} {scenario.Connections}",
                    Class = new() { Waits = stacks == Spins ? Waiting.Spin : Waiting.Block },
                }
            ),
        ];

    private static ForeseenBlock Block(int round, string[] stacks, Scenario scenario, long foreseenNs) =>
        new(new(round, 1, Cells(stacks, scenario)), foreseenNs);

    private static ForeseenBlock[] Round(int round, params (string[] Stacks, Scenario Scenario)[] order) =>
        [.. order.Select(one => Block(round, one.Stacks, one.Scenario, one.Scenario == Many ? 4 * S : 2 * S))];

    private static readonly ForeseenBlock[] First = Round(1, (Waits, Many), (Spins, Many), (Spins, One), (Waits, One));

    private static void Measure(Pace pace, int number, ForeseenBlock block, long overheadNs) =>
        pace.Add(
            number,
            overheadNs + block.Block.Cells.Count * Plan.Block.WallNs,
            overheadNs / 2,
            Plan.Block,
            [.. block.Block.Cells.Select(cell => (cell.Scenario, (double?)1000))]
        );

    /// <summary>The pace when a round has been measured whose blocks took so long beside counted time.</summary>
    private static Pace After(params long[] overheadsNs)
    {
        var pace = new Pace(BudgetNs);
        pace.Begin(First);
        foreach (var (number, overheadNs) in overheadsNs.Index())
            Measure(pace, number, First[number], overheadNs);
        return pace;
    }

    private static bool Fits(Pace pace, int number, int cells, long leftNs) =>
        pace.Fit(Plan, BudgetNs - leftNs, number, cells, roundsAfter: 0) is not null;

    /// <summary>In the place of the slow block of the first round is a fast one, which was left out for it.</summary>
    [Fact]
    public void A_block_is_expected_to_take_what_that_of_its_scenario_took_whatever_its_place()
    {
        var pace = After(8 * S, 5 * S, S, 6 * S);
        pace.Begin(Round(2, (Spins, Many), (Waits, Many), (Waits, One), (Spins, One)));
        Assert.Equal(20 * S, pace.OverheadNs);
        var countedNs = 3 * Plan.Block.Within(0, Plan.LongestNs).WallNs;
        Assert.True(Fits(pace, number: 3, cells: 3, 2 * S + countedNs));
        Assert.False(Fits(pace, number: 2, cells: 5, 2 * S + 2 * countedNs));
    }

    [Fact]
    public void Starts_of_processes_are_expected_where_they_are_now()
    {
        var pace = After(8 * S, 4 * S, 2 * S, 4 * S);
        pace.Begin([Block(2, Waits, One, 4 * S), Block(2, Waits, Many, 2 * S)]);
        Assert.Equal(8 * S + 4 * S, pace.OverheadNs);
    }

    [Fact]
    public void Fewer_slices_come_before_a_block_that_is_left_out()
    {
        var pace = After(6 * S, 3 * S, S, 4 * S);
        pace.Begin(Round(2, (Waits, Many), (Spins, Many), (Waits, One), (Spins, One)));
        var shortest = Plan.Block.Within(0, Plan.LongestNs);
        var (ample, scarce) = (Fitted(40 * S), Fitted(14 * S + (long)(16.5 * shortest.WallNs)));
        Assert.True(scarce.DurationNs < ample.DurationNs, $"{scarce} {ample}");
        Assert.True(scarce.DurationNs >= shortest.LeastCountedNs, $"{scarce}");

        BlockSettings Fitted(long leftNs) => pace.Fit(Plan, BudgetNs - leftNs, number: 0, cells: 5, roundsAfter: 0)!;
    }

    /// <summary>What the first blocks took is expected of the others, so that the first round leaves the second its
    /// time.</summary>
    [Fact]
    public void The_first_round_is_corrected_by_each_of_its_blocks()
    {
        var pace = After(8 * S);
        Assert.Equal(8 * S + 8 * S + 4 * S + 4 * S, pace.OverheadNs);
        Measure(pace, 1, First[1], 4 * S);
        Assert.Equal(8 * S + 4 * S + 3 * S + 3 * S, pace.OverheadNs);
    }

    [Fact]
    public void When_the_first_cells_are_warm_all_of_the_round_is_expected_anew()
    {
        var pace = After();
        pace.ExpectOverhead(24 * S);
        Assert.Equal(24 * S, pace.OverheadNs);
        Measure(pace, 0, First[0], 4 * S);
        Assert.Equal(12 * S, pace.OverheadNs);
    }

    [Fact]
    public void A_block_of_cells_that_are_not_known_takes_what_all_others_took()
    {
        var pace = After(8 * S, 8 * S, 4 * S, 4 * S);
        pace.Begin([Block(2, ["n", "m"], new() { Connections = 4 }, S)]);
        Assert.Equal(2 * S, pace.OverheadNs);
        Assert.Equal([long.MaxValue, long.MaxValue], pace.LongestNs);
    }
}
