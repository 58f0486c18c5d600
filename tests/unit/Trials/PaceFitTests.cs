using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>What a block may count of what is left of a budget.</summary>
public class PaceFitTests
{
    private const long S = 1_000_000_000,
        BudgetNs = 20 * S,
        SpentNs = 8 * S,
        OverheadNs = 3 * S,
        WarmNs = 2 * S;
    private const int Cells = 2;

    private static readonly BudgetPlan Plan = BudgetPlan.Create(Suite, Suite.Cells);

    private static Suite Suite =>
        FakeMachine.With("a", "b").AsSuite(new() { BudgetNs = BudgetNs, DurationNs = 30 * S });

    /// <summary>When one round of one block is over.</summary>
    private static Pace ReplanAfterRound(long endedNs = 0)
    {
        var pace = new Pace(BudgetNs);
        pace.AddBlock(0, OverheadNs + Cells * Plan.Block.WallNs, WarmNs, Plan.Block, [(new(), null), (new(), null)]);
        pace.SetEndNs(endedNs);
        return pace;
    }

    private static BlockSettings Fitted(Pace pace) => pace.Fit(Plan, SpentNs, number: 0, Cells, roundsAfter: 0)!;

    private static BlockSettings FittedWarm(long warmNs) =>
        ReplanAfterRound().FitAfterWarmUp(Plan, SpentNs + warmNs, number: 0, Cells, roundsAfter: 0);

    [Fact]
    public void The_last_block_takes_what_is_left_with_the_end_of_the_processes()
    {
        Assert.InRange(SpentNs + OverheadNs + Cells * Fitted(ReplanAfterRound()).WallNs, BudgetNs - S, BudgetNs);
        const long endedNs = 2 * S;
        Assert.InRange(
            SpentNs + OverheadNs + Cells * Fitted(ReplanAfterRound(endedNs)).WallNs + endedNs,
            BudgetNs - S,
            BudgetNs
        );
        Assert.Equal(OverheadNs + endedNs, ReplanAfterRound(endedNs).OverheadNs);
        Assert.Same(Plan.Block, Fitted(new Pace(budgetNs: null)));
    }

    [Fact]
    public void A_warm_up_of_another_length_leaves_another_time_to_count() =>
        Assert.All<long>(
            [WarmNs / 2, 2 * WarmNs],
            warmNs =>
                Assert.InRange(
                    SpentNs + warmNs + (OverheadNs - WarmNs) + Cells * FittedWarm(warmNs).WallNs,
                    BudgetNs - S,
                    BudgetNs
                )
        );

    [Fact]
    public void What_has_been_warmed_up_is_measured_however_long_that_took()
    {
        var shortest = FittedWarm(warmNs: BudgetNs);
        Assert.Equal(shortest.MinCountedNs, shortest.DurationNs);
        Assert.Null(ReplanAfterRound().Fit(Plan, SpentNs + BudgetNs, number: 0, Cells, roundsAfter: 0));
    }

    /// <summary>Three blocks, the second of which takes nine seconds beside what it counts.</summary>
    [Fact]
    public void A_block_that_does_not_fit_any_more_leaves_its_time_to_the_others()
    {
        var (measured, foreseen) = (new Pace(BudgetNs), new Pace(BudgetNs));
        foreach (var (number, overheadNs) in new[] { OverheadNs, 3 * OverheadNs, OverheadNs }.Index())
        {
            measured.AddBlock(
                number,
                overheadNs + Cells * Plan.Block.WallNs,
                WarmNs,
                Plan.Block,
                [(new(), null), (new(), null)]
            );
            foreseen.AddForecast(number, overheadNs, Cells);
        }
        Assert.InRange(SpentNs + 2 * (OverheadNs + Cells * Fitted(measured).WallNs), BudgetNs - S, BudgetNs);
        // All of a first round is measured.
        var shortest = Fitted(foreseen);
        Assert.Equal(shortest.MinCountedNs, shortest.DurationNs);
    }

    [Fact]
    public void Blocks_that_are_measured_again_share_what_is_left_where_that_is_worth_their_warm_up()
    {
        Pace pace = new(BudgetNs),
            late = new(BudgetNs);
        foreach (var number in new[] { 0, 1 })
        {
            pace.AddForecast(number, OverheadNs, Cells);
            late.AddForecast(number, OverheadNs, Cells);
        }
        Assert.False(late.TryAddRepeats(Plan, BudgetNs - 2 * OverheadNs, number: 1, [(OverheadNs, Cells)]));
        Assert.True(pace.TryAddRepeats(Plan, SpentNs, number: 1, [(OverheadNs, Cells)]));
        var last = pace.FitAfterWarmUp(Plan, SpentNs, number: 1, Cells, roundsAfter: 0);
        Assert.InRange(SpentNs + OverheadNs + 2 * Cells * last.WallNs, BudgetNs - S, BudgetNs);
    }
}
