using System.Diagnostics;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Suites;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>A budget that does not hold a round of all cells: what is measured of it, and that it ends.</summary>
public class FirstRoundTests
{
    private const long S = 1_000_000_000;

    /// <summary>Five scenarios of two cells each, in which a block of two cells is the least.</summary>
    private static readonly Scenario[] Scenarios =
    [
        .. new[] { 4, 1, 16, 2, 8 }.Select(connections => new Scenario { Connections = connections }),
    ];

    private static Suite Suite(long? budgetNs, bool freshProcesses = true) =>
        FakeMachine
            .With("a", "b")
            .Where(Scenarios)
            .AsSuite(
                new()
                {
                    BudgetNs = budgetNs,
                    Rounds = 3,
                    FreshProcesses = freshProcesses,
                }
            );

    private static BudgetPlan Plan(long budgetNs, bool freshProcesses = true)
    {
        var suite = Suite(budgetNs, freshProcesses);
        return BudgetPlan.Create(suite, suite.Cells);
    }

    [Fact]
    public void A_budget_that_holds_less_than_a_round_has_one_of_the_shortest_blocks_and_is_no_longer()
    {
        var whole = Plan(60 * S);
        Assert.False(whole.IsPartial);
        Assert.Equal((10, true), (whole.FirstRound!.Cells, whole.FirstRound.IsWhole));
        var wholeNs = whole.FirstRound.RoundNs;
        Assert.InRange(wholeNs, 5 * whole.FirstRound.FirstBlockNs, 60 * S);
        var plan = Plan(wholeNs / 2);
        Assert.True(plan.IsPartial);
        Assert.Equal((1, wholeNs / 2, 4), (plan.Rounds, plan.EstimateNs, plan.FirstRound!.Cells));
        Assert.Equal((wholeNs, plan.Block.MinCountedNs), (plan.FirstRound.RoundNs, plan.Block.DurationNs));
    }

    [Fact]
    public void Processes_that_are_up_already_make_later_blocks_shorter()
    {
        var (fresh, kept) = (Plan(60 * S).FirstRound!, Plan(60 * S, freshProcesses: false).FirstRound!);
        Assert.Equal(fresh.FirstBlockNs, kept.FirstBlockNs);
        Assert.True(kept.RoundNs < 0.8 * fresh.RoundNs, $"{kept} {fresh}");
    }

    [Fact]
    public void What_of_a_round_is_measured_follows_the_suite_s_order_of_scenarios()
    {
        var suite = Suite(60 * S);
        var inOrder = new RunPlan(suite.Cells, suite.Settings).DrawRound(1, new Random(5), inOrder: true);
        Assert.Equal(Scenarios, inOrder.Select(block => block.Baseline.Scenario));
        var atRandom = new RunPlan(suite.Cells, suite.Settings).DrawRound(1, new Random(5));
        Assert.NotEqual(Scenarios, atRandom.Select(block => block.Baseline.Scenario));
    }

    /// <summary>On two cores a round of cross-matrix took 207 s, and one of java-sockets 45 to 49 s.</summary>
    [Theory]
    [InlineData("cross-matrix", 75, 180, 240, 50, 110)]
    [InlineData("java-sockets", 32, 40, 55, 10, 20)]
    public void What_a_round_of_a_suite_takes_is_foreseen(
        string suite,
        int budgetS,
        int leastS,
        int mostS,
        int fewest,
        int most
    )
    {
        var read = CommittedSuitesTests.Load(suite);
        read = read with { Settings = read.Settings with { BudgetNs = budgetS * S } };
        var round = BudgetPlan.Create(read, read.Cells).FirstRound!;
        Assert.InRange(round.RoundNs, leastS * S, mostS * S);
        Assert.InRange(round.Cells, fewest, most);
    }

    private static FirstRoundLimit Limit(long budgetNs)
    {
        var suite = Suite(budgetNs);
        var blocks = new RunPlan(suite.Cells, suite.Settings).DrawRound(1, new Random(5));
        return new(Plan(budgetNs), suite.Settings, blocks);
    }

    [Fact]
    public void The_first_block_is_always_measured_and_no_other_that_would_not_end_in_time()
    {
        var block = Plan(60 * S).FirstRound!.FirstBlockNs;
        var limit = Limit(2 * block);
        Assert.True(limit.HasTimeFor(0, 10 * block));
        Assert.Null(limit.MaxNs(0, 0));
        limit.AddBlock(0, block, Plan(2 * block).Block);
        Assert.True(limit.HasTimeFor(1, block));
        Assert.False(limit.HasTimeFor(2, 2 * block));
        Assert.Equal(1.2 * block, limit.MaxNs(1, block)!.Value, 1e-6 * block);
        Assert.Equal(0, limit.MaxNs(2, 3 * block));
    }

    /// <summary>A plan of several rounds counts more than the least, which is no reason to expect too much.</summary>
    [Fact]
    public void What_blocks_took_but_for_what_they_counted_beyond_the_least_corrects_what_is_foreseen()
    {
        var plan = Plan(60 * S);
        var block = plan.FirstRound!.FirstBlockNs;
        var (slow, fast) = (Limit(4 * block), Limit(4 * block));
        slow.AddBlock(0, 3 * block, Plan(4 * block).Block);
        Assert.False(slow.HasTimeFor(1, 3 * block));
        fast.AddBlock(0, block / 4, Plan(4 * block).Block);
        Assert.True(fast.HasTimeFor(1, 15 * block / 4));

        var (limit, longer) = (Limit(60 * S), plan.Block with { DurationNs = 20 * S });
        limit.AddBlock(0, block + 2 * longer.WallNs, longer);
        Assert.True(limit.HasTimeFor(1, 60 * S - block));
    }

    [Fact]
    public void Warm_ups_so_far_tell_how_much_longer_than_foreseen_those_to_come_take()
    {
        var (limit, asForeseen) = (Limit(60 * S), Limit(60 * S));
        var foreseenNs = limit.ForecastWarmUpNs(2);
        limit.AddWarmUp(0, 4 * limit.ForecastWarmUpNs(0));
        Assert.Equal(4, limit.Slowness, precision: 6);
        limit.AddWarmUp(1, asForeseen.ForecastWarmUpNs(1));
        Assert.InRange(limit.Slowness, 1.5, 3.5);
        Assert.Equal(limit.Slowness * foreseenNs, limit.ForecastWarmUpNs(2), 1.0);
        asForeseen.AddWarmUp(0, asForeseen.ForecastWarmUpNs(0) / 2);
        Assert.Equal(1, asForeseen.Slowness);
    }

    [Fact]
    public void Without_a_budget_there_is_no_limit()
    {
        var suite = Suite(budgetNs: null);
        var blocks = new RunPlan(suite.Cells, suite.Settings).DrawRound(1, new Random(5));
        var limit = new FirstRoundLimit(BudgetPlan.Create(suite, suite.Cells), suite.Settings, blocks);
        Assert.True(limit.HasTimeFor(3, 1000 * S));
        Assert.Null(limit.MaxNs(3, 1000 * S));
    }

    [Fact]
    public async Task A_spent_budget_ends_the_first_round_after_its_first_block()
    {
        var machine = FakeMachine.With("a", "b").Where(Scenarios);
        await machine.SuiteAsync(new() { Rounds = 3, BudgetNs = 1 });
        Assert.Equal(2, machine.Kept.Count);
        Assert.All(machine.Kept, record => Assert.Equal(CellStatus.Ok, record.Status));
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task A_block_that_goes_on_beyond_the_budget_is_given_up_and_leaves_no_trial()
    {
        var watch = Stopwatch.StartNew();
        var machine = FakeMachine.With("a", "b").Where(Scenarios[..2]);
        machine["b"]
            .BeforeMeasuring(_ =>
            {
                if (machine.Kept.Count > 0)
                    SpinWait.SpinUntil(() => watch.ElapsedMilliseconds > 3_000);
            });
        await machine.SuiteAsync(new() { Rounds = 3, BudgetNs = 2 * S });
        Assert.Equal(2, machine.Kept.Count);
        Assert.All(machine.Kept, record => Assert.Equal(CellStatus.Ok, record.Status));
    }
}
