using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Statistics;
using Pingmark.Tests.Doctor;
using Pingmark.Tests.Evidence;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BudgetPlanTests
{
    private const long Ms = 1_000_000,
        S = 1000 * Ms;

    /// <summary>So many cells that no number of messages ends.</summary>
    private static long[] Endless(int cells) => [.. Enumerable.Repeat(long.MaxValue, cells)];

    private static BudgetPlan Plan(SuiteSettings settings, int stacks = 3)
    {
        var suite = Suite(settings, stacks);
        return BudgetPlan.Create(suite, suite.Cells);
    }

    private static Suite Suite(SuiteSettings settings, int stacks = 3) =>
        FakeMachine.With([.. Enumerable.Range(0, stacks).Select(i => $"{i}")]).AsSuite(settings);

    [Fact]
    public void Each_class_has_one_comparison_less_than_cells()
    {
        var suite = Suite(new(), 2);
        BudgetPlan Planned(params Waiting[] waits) =>
            BudgetPlan.Create(
                suite,
                [.. suite.Cells.Zip(waits, (cell, one) => cell with { Class = new() { Waits = one } })]
            );
        Assert.NotNull(Planned(Waiting.Spin, Waiting.Spin).ExpectedHalfWidth);
        Assert.Null(Planned(Waiting.Spin, Waiting.Block).ExpectedHalfWidth);
    }

    private static readonly Arbitrary<(SuiteSettings Settings, int Stacks)> Any = (
        from duration in Gen.Choose(1, 30_000)
        from rounds in Gen.Choose(1, 30)
        from budget in Gen.Choose(1, 600_000)
        from warmUp in Gen.Choose(-1, 6_000)
        from slice in Gen.Choose(10, 500)
        from stacks in Gen.Choose(1, 8)
        select (
            new SuiteSettings
            {
                DurationNs = duration * Ms,
                Rounds = rounds,
                BudgetNs = budget * Ms,
                WarmUpNs = warmUp < 0 ? null : warmUp * Ms,
                SliceNs = slice * Ms,
            },
            stacks
        )
    ).ToArbitrary();

    [Fact]
    public void Without_a_budget_the_plan_is_what_was_asked_for_and_no_round_changes_it()
    {
        var plan = Plan(
            new()
            {
                DurationNs = 3 * S,
                Rounds = 7,
                WarmUpNs = 2 * S,
            }
        );
        Assert.Equal((7, 3 * S, 2 * S), (plan.Rounds, plan.Block.DurationNs, plan.Block.WarmUpNs));
        Assert.Same(plan, plan.ReplanAfterRound(1, 5 * S, S, Endless(3)));
    }

    /// <summary>Few rounds with many slices would make narrower intervals.</summary>
    [Fact]
    public void Rounds_that_are_asked_for_at_least_are_planned_as_long_as_they_fit()
    {
        var settings = new SuiteSettings { Rounds = 8, BudgetNs = 38 * S };
        Assert.True(Plan(settings, 4).Rounds < 5);
        var plan = Plan(settings with { LeastRounds = 5 }, 4);
        Assert.Equal(5, plan.Rounds);
        Assert.Equal(5, plan.ReplanAfterRound(1, 7 * S, 5 * S, Endless(5)).Rounds);
    }

    [Fact]
    public void A_budget_that_suffices_changes_nothing()
    {
        var full = Plan(new() { Rounds = 7 });
        var plan = Plan(new() { Rounds = 7, BudgetNs = full.EstimateNs + S });
        Assert.Equal((full.Block with { IsBudgeted = true }, full.Rounds), (plan.Block, plan.Rounds));
        Assert.True(plan.EstimateNs <= full.EstimateNs, $"{plan}");
    }

    /// <summary>Only when they flow it is known how long they take.</summary>
    [Fact]
    public void Messages_may_have_the_time_that_the_budget_has()
    {
        var cell = Trial.Cell("a", new() { Messages = 500_000 });
        Assert.InRange(Of(60 * S).Block.DurationNs, 5 * S, 12 * S);
        Assert.InRange(Of(20 * S).Block.DurationNs, 1 * S, 4 * S);

        BudgetPlan Of(long budgetNs) =>
            BudgetPlan.Create(Suite(new() { BudgetNs = budgetNs }) with { Cells = [cell] }, [cell]);
    }

    [Fact]
    public void A_budget_only_ever_shortens() =>
        Prop.ForAll(
                Any,
                x =>
                {
                    var (full, plan) = (
                        Plan(x.Settings with { BudgetNs = null }, x.Stacks),
                        Plan(x.Settings, x.Stacks)
                    );
                    return plan.Rounds <= full.Rounds
                        && plan.Block.DurationNs <= Math.Max(full.Block.DurationNs, plan.Block.MinCountedNs)
                        && (plan.Block.WarmUpNs is null || plan.Block.WarmUpNs == full.Block.WarmUpNs);
                }
            )
            .Holds();

    [Fact]
    public void A_tight_budget_leaves_two_rounds_and_what_a_start_costs_makes_few_with_many_slices()
    {
        var settings = new SuiteSettings { DurationNs = 30 * S, Rounds = 50 };
        var tight = Plan(settings with { BudgetNs = 7 * S });
        Assert.Equal((2, 500 * Ms), (tight.Rounds, tight.Block.DurationNs));
        var few = Plan(settings with { BudgetNs = 60 * S }, 8);
        Assert.InRange(few.Rounds, 2, 6);
        Assert.InRange(few.Block.DurationNs, 500 * Ms, 4 * S);
    }

    [Fact]
    public void A_fixed_warm_up_is_not_shortened_and_gives_way_where_it_leaves_no_room_for_two_rounds()
    {
        var settings = new SuiteSettings
        {
            DurationNs = 30 * S,
            WarmUpNs = 5 * S,
            Rounds = 5,
        };
        Assert.Equal(5 * S, Plan(settings with { BudgetNs = Plan(settings).EstimateNs / 3 }).Block.WarmUpNs);
        var plan = Plan(settings with { BudgetNs = 20 * S }, stacks: 4);
        Assert.Null(plan.Block.WarmUpNs);
        Assert.InRange(plan.Rounds, 2, 5);
        Assert.InRange(plan.EstimateNs, 10 * S, 20 * S);
    }

    [Fact]
    public void More_time_is_foreseen_to_be_more_precise() =>
        Prop.ForAll(
                Any,
                x =>
                    x.Stacks < 2
                    || Plan(x.Settings with { BudgetNs = 4 * x.Settings.BudgetNs }, x.Stacks).ExpectedHalfWidth
                        <= Plan(x.Settings, x.Stacks).ExpectedHalfWidth * 1.0001
            )
            .Holds();

    private static readonly SuiteSettings Tight = new()
    {
        DurationNs = 5 * S,
        Rounds = 10,
        BudgetNs = 20 * S,
    };

    [Fact]
    public void The_pace_of_the_first_round_settles_how_many_more_there_are()
    {
        var planned = Plan(Tight, 2);
        var (slow, fast) = (
            planned.ReplanAfterRound(1, 9 * S, 7 * S, Endless(2)),
            planned.ReplanAfterRound(1, 2 * S, S / 5, Endless(2))
        );
        Assert.Equal((2, 2), (slow.Rounds, slow.Block.Rounds));
        Assert.True(fast.Rounds > 2 && fast.ExpectedHalfWidth < slow.ExpectedHalfWidth, $"{fast}");
        var spent = Plan(Tight with { BudgetNs = 5 * S }, 2).ReplanAfterRound(1, 6 * S, 4 * S, Endless(2));
        Assert.Equal(2, spent.Rounds);
    }

    [Fact]
    public void Where_messages_end_all_cells_early_time_that_is_left_goes_into_more_rounds()
    {
        var planned = Plan(Tight with { BudgetNs = 60 * S }, 2);
        var (endless, ended) = (
            planned.ReplanAfterRound(1, 20 * S, 3 * S, Endless(2)),
            planned.ReplanAfterRound(1, 20 * S, 3 * S, [S, S])
        );
        Assert.InRange(ended.Block.DurationNs, S / 2, S);
        Assert.True(ended.Rounds > endless.Rounds, $"{ended} after {endless}");
        Assert.True(20 * S + (ended.Rounds - 1) * (3 * S + 2 * ended.Block.WallNs) <= 60 * S, $"{ended}");
    }

    [Fact]
    public void A_warm_up_that_took_longer_than_foreseen_leaves_the_other_rounds_their_time()
    {
        var suite = Suite(Tight with { BudgetNs = 14 * S, SliceNs = 30 * Ms }, 2);
        var planned = BudgetPlan.Create(suite, suite.Cells);
        var overheadNs = planned.ForecastOverheadNs(2);
        var slow = planned.ReplanForSlowness(1.8);
        Assert.True(slow.Block.DurationNs < planned.Block.DurationNs, $"{slow}");
        Assert.True(2 * (1.8 * overheadNs + 2 * slow.Block.WallNs) <= 14 * S, $"{slow}");
        Assert.InRange(slow.ForecastOverheadNs(2), 1.79 * overheadNs, 1.8 * overheadNs);
        Assert.Same(planned, planned.ReplanForSlowness(1));

        var free = suite with { Settings = suite.Settings with { BudgetNs = null } };
        var unlimited = BudgetPlan.Create(free, free.Cells);
        Assert.Same(unlimited, unlimited.ReplanForSlowness(60));
    }

    /// <summary>What is planned fits, but for the round that a comparison needs.</summary>
    [Fact]
    public void Rounds_to_come_fit_into_what_is_left() =>
        Prop.ForAll(
                Any,
                (
                    from spent in Gen.Choose(1, 60_000)
                    from share in Gen.Choose(1, 100)
                    select (spent, share)
                ).ToArbitrary(),
                (x, first) =>
                {
                    var planned = Plan(x.Settings, x.Stacks);
                    var (spentNs, overheadNs) = (first.spent * Ms, first.spent * Ms * first.share / 100);
                    var after = planned.ReplanAfterRound(1, spentNs, overheadNs, Endless(x.Stacks));
                    var plannedNs = (after.Rounds - 1) * (overheadNs + x.Stacks * after.Block.WallNs);
                    return after.Rounds <= Math.Max(2, x.Settings.Rounds)
                        && after.Block.DurationNs <= Math.Max(x.Settings.DurationNs, after.Block.MinCountedNs)
                        && (after.Rounds <= 2 || plannedNs <= 1.001 * (x.Settings.BudgetNs!.Value - spentNs));
                }
            )
            .Holds();

    /// <summary>A louder machine needs more time for the same, and the line says whose noise it goes by.</summary>
    [Fact]
    public void A_machine_s_noise_is_in_its_plan_and_named()
    {
        var suite = Suite(Tight);
        var quiet = NoiseModel.FromNoise(MadeUp.Noise with { SliceSd = 0.05 });
        var loud = NoiseModel.FromNoise(MadeUp.Noise with { SliceSd = 0.4 });
        var (narrow, wide) = (Of(quiet), Of(loud));
        Assert.True(narrow.ExpectedHalfWidth < wide.ExpectedHalfWidth);
        Assert.True(
            BudgetPlan.FindBudgetNs(0.06, suite, suite.Cells, quiet)
                < BudgetPlan.FindBudgetNs(0.06, suite, suite.Cells, loud)
        );
        Assert.All(
            [narrow, narrow.ReplanAfterRound(1, 5 * S, 4 * S, Endless(3))],
            plan =>
                Assert.Matches(@" by the noise that was measured here on \d{4}-[-\d]+ \d\d:\d\d UTC$", plan.Precision)
        );
        Assert.EndsWith(" %", Of(NoiseModel.FromNoise(null)).Precision);

        BudgetPlan Of(NoiseModel noise) => BudgetPlan.Create(suite, suite.Cells, noise);
    }

    [Fact]
    public void What_is_foreseen_for_a_precision_reaches_it()
    {
        var suite = Suite(new() { SliceNs = 30 * Ms });
        var (wide, narrow) = (Foreseen(0.06)!.Value, Foreseen(0.03)!.Value);
        Assert.InRange(narrow, wide + 1, 600 * S);
        Assert.Null(Foreseen(0.0001));
        Assert.Null(BudgetPlan.FindBudgetNs(0.03, suite, [suite.Cells[0]]));

        long? Foreseen(double halfWidth) => BudgetPlan.FindBudgetNs(halfWidth, suite, suite.Cells);
    }
}
