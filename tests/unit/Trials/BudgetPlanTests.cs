using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BudgetPlanTests
{
    private const long Ms = 1_000_000,
        S = 1000 * Ms;

    private static BudgetPlan Plan(SuiteSettings settings, int stacks = 3)
    {
        var cells = Enumerable
            .Range(0, stacks)
            .Select(i => new Cell
            {
                Id = $"{i}",
                Label = $"{i}",
                Stack = $"{i}",
                Client = $"{i}",
                Scenario = new(),
            })
            .ToList();
        return BudgetPlan.Of(
            new Suite
            {
                Name = "x",
                Cells = cells,
                Settings = settings,
            },
            cells
        );
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
    public void Without_a_budget_the_plan_is_what_was_asked_for()
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
    }

    [Fact]
    public void A_budget_that_suffices_changes_nothing()
    {
        var full = Plan(new() { Rounds = 7 });
        var plan = Plan(new() { Rounds = 7, BudgetNs = full.EstimateNs });
        Assert.Equal(
            (full.Block with { IsBudgeted = true }, full.Rounds, full.EstimateNs),
            (plan.Block, plan.Rounds, plan.EstimateNs)
        );
    }

    /// <summary>Only when they flow it is known how long they take.</summary>
    [Fact]
    public void Messages_may_have_the_time_that_the_budget_has()
    {
        var cell = new Cell
        {
            Id = "a",
            Label = "a",
            Stack = "a",
            Client = "a",
            Scenario = new() { Messages = 500_000 },
        };
        BudgetPlan Of(long budgetNs) =>
            BudgetPlan.Of(
                new Suite
                {
                    Name = "x",
                    Cells = [cell],
                    Settings = new() { BudgetNs = budgetNs },
                },
                [cell]
            );
        Assert.InRange(Of(60 * S).Block.DurationNs, 5 * S, 12 * S);
        Assert.InRange(Of(20 * S).Block.DurationNs, 1 * S, 4 * S);
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
                        && plan.Block.DurationNs <= full.Block.DurationNs
                        && plan.EstimateNs <= full.EstimateNs
                        && (plan.Block.WarmUpNs ?? 0) <= (full.Block.WarmUpNs ?? 0)
                        && plan.Block.WarmUpNs is null == full.Block.WarmUpNs is null;
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_longer_budget_never_gives_fewer_rounds() =>
        Prop.ForAll(
                Any,
                x =>
                    Plan(x.Settings, x.Stacks).Rounds
                    <= Plan(x.Settings with { BudgetNs = 2 * x.Settings.BudgetNs }, x.Stacks).Rounds
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_tight_budget_leaves_five_rounds_of_what_slices_and_tails_need()
    {
        var plan = Plan(
            new()
            {
                DurationNs = 5 * S,
                Rounds = 10,
                BudgetNs = 1 * S,
            }
        );
        Assert.Equal((5, 300 * Ms), (plan.Rounds, plan.Block.DurationNs));
    }

    [Fact]
    public void A_fixed_warm_up_keeps_its_share()
    {
        var settings = new SuiteSettings
        {
            DurationNs = 30 * S,
            WarmUpNs = 5 * S,
            Rounds = 5,
        };
        var plan = Plan(settings with { BudgetNs = Plan(settings).EstimateNs / 3 });
        Assert.InRange((double)plan.Block.WarmUpNs!.Value / plan.Block.DurationNs, 0.16, 0.17);
    }

    [Fact]
    public void A_budget_for_more_than_five_rounds_is_shared_between_rounds_and_their_length()
    {
        var plan = Plan(
            new()
            {
                DurationNs = 30 * S,
                Rounds = 50,
                BudgetNs = 120 * S,
            }
        );
        Assert.InRange(plan.Rounds, 8, 30);
        Assert.InRange(plan.Block.DurationNs, 500 * Ms, 4 * S);
    }

    private static readonly SuiteSettings Tight = new()
    {
        DurationNs = 5 * S,
        Rounds = 10,
        BudgetNs = 20 * S,
    };

    /// <summary>A pair took 5 s, of which 1.3 s were counted: not more than three others fit.</summary>
    [Fact]
    public void A_slow_first_round_leaves_as_many_more_as_fit_and_they_share_the_rest()
    {
        var after = Plan(Tight, 2).After(1, 5 * S, 5 * S, 2);
        Assert.Equal((4, 4), (after.Rounds, after.Block.Rounds));
    }

    [Fact]
    public void A_budget_that_is_spent_leaves_one_more_of_the_shortest() =>
        Assert.Equal(
            (2, 300 * Ms),
            Plan(Tight with { BudgetNs = 1 * S }, 2).After(1, 5 * S, 5 * S, 2) is var after
                ? (after.Rounds, after.Block.DurationNs)
                : default
        );

    [Fact]
    public void A_fast_first_round_leaves_time_for_more_than_were_planned()
    {
        var planned = Plan(Tight, 2);
        var after = planned.After(1, S, S, 2);
        Assert.InRange(after.Rounds, planned.Rounds, 10);
        Assert.True(after.Rounds > planned.Rounds || after.Block.DurationNs > planned.Block.DurationNs);
    }

    [Fact]
    public void Later_rounds_keep_their_number_and_share_the_time()
    {
        var planned = Plan(Tight, 2).After(1, 3 * S, 3 * S, 2);
        var (late, early) = (planned.After(2, 8 * S, 5 * S, 2), planned.After(2, 5 * S, 2 * S, 2));
        Assert.Equal((planned.Rounds, planned.Rounds), (late.Rounds, early.Rounds));
        Assert.True(
            late.Block.DurationNs < planned.Block.DurationNs && planned.Block.DurationNs < early.Block.DurationNs
        );
    }

    [Fact]
    public void Without_a_budget_no_round_changes_the_plan()
    {
        var plan = Plan(new() { Rounds = 7 });
        Assert.Same(plan, plan.After(1, 5 * S, 5 * S, 3));
    }

    [Fact]
    public void The_last_round_changes_nothing()
    {
        var plan = Plan(Tight);
        Assert.Same(plan, plan.After(plan.Rounds, 5 * S, 5 * S, 3));
    }

    /// <summary>What is planned fits, but for one shortest round.</summary>
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
                    var (spentNs, sessions) = (first.spent * Ms, x.Stacks);
                    var after = planned.After(1, spentNs, spentNs, sessions);
                    if (planned.Rounds == 1)
                        return ReferenceEquals(after, planned);
                    var overheadNs = Math.Max(
                        0,
                        spentNs - sessions * 1.1 * Math.Max(planned.Block.DurationNs, planned.Block.LeastCountedNs)
                    );
                    var plannedNs = (after.Rounds - 1) * (overheadNs + sessions * 1.1 * after.Block.DurationNs);
                    return after.Rounds is >= 2
                        && after.Rounds <= x.Settings.Rounds
                        && after.Block.DurationNs <= x.Settings.DurationNs
                        && (after.Rounds == 2 || plannedNs <= 1.001 * (x.Settings.BudgetNs!.Value - spentNs));
                }
            )
            .QuickCheckThrowOnFailure();
}
