using FsCheck;
using FsCheck.Fluent;
using Pingmark.Suites;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BudgetPlanTests
{
    private const long Ms = 1_000_000, S = 1000 * Ms;

    private static BudgetPlan Plan(SuiteSettings settings, int stacks = 3)
    {
        var cells = Enumerable.Range(0, stacks).Select(i => new Cell { Id = $"{i}", Label = $"{i}", Stack = $"{i}", Client = $"{i}", Scenario = new() }).ToList();
        return BudgetPlan.Of(new Suite { Name = "x", Cells = cells, Settings = settings }, cells);
    }

    private static readonly Arbitrary<(SuiteSettings Settings, int Stacks)> Any = (
        from duration in Gen.Choose(1, 30_000) from rounds in Gen.Choose(1, 30) from budget in Gen.Choose(1, 600_000) from warmUp in Gen.Choose(-1, 6_000)
        from slice in Gen.Choose(10, 500) from stacks in Gen.Choose(1, 8)
        select (new SuiteSettings
        {
            DurationNs = duration * Ms, Rounds = rounds, BudgetNs = budget * Ms, WarmUpNs = warmUp < 0 ? null : warmUp * Ms, SliceNs = slice * Ms,
        }, stacks)).ToArbitrary();

    [Fact]
    public void Without_a_budget_the_plan_is_what_was_asked_for()
    {
        var plan = Plan(new() { DurationNs = 3 * S, Rounds = 7, WarmUpNs = 2 * S });
        Assert.Equal((7, 3 * S, 2 * S), (plan.Rounds, plan.Block.DurationNs, plan.Block.WarmUpNs));
    }

    [Fact]
    public void A_budget_that_suffices_changes_nothing()
    {
        var full = Plan(new() { Rounds = 7 });
        Assert.Equal(full with { Block = full.Block with { IsBudgeted = true } }, Plan(new() { Rounds = 7, BudgetNs = full.EstimateNs }));
    }

    /// <summary>Only when they flow it is known how long they take.</summary>
    [Fact]
    public void Messages_may_have_the_time_that_the_budget_has()
    {
        var cell = new Cell { Id = "a", Label = "a", Stack = "a", Client = "a", Scenario = new() { Messages = 500_000 } };
        BudgetPlan Of(long budgetNs) => BudgetPlan.Of(new Suite { Name = "x", Cells = [cell], Settings = new() { BudgetNs = budgetNs } }, [cell]);
        Assert.InRange(Of(60 * S).Block.DurationNs, 5 * S, 12 * S);
        Assert.InRange(Of(20 * S).Block.DurationNs, 1 * S, 4 * S);
    }

    [Fact]
    public void A_budget_only_ever_shortens() =>
        Prop.ForAll(Any, x =>
        {
            var (full, plan) = (Plan(x.Settings with { BudgetNs = null }, x.Stacks), Plan(x.Settings, x.Stacks));
            return plan.Rounds <= full.Rounds && plan.Block.DurationNs <= full.Block.DurationNs && plan.EstimateNs <= full.EstimateNs
                && (plan.Block.WarmUpNs ?? 0) <= (full.Block.WarmUpNs ?? 0) && plan.Block.WarmUpNs is null == full.Block.WarmUpNs is null;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_longer_budget_never_gives_fewer_rounds() =>
        Prop.ForAll(Any, x => Plan(x.Settings, x.Stacks).Rounds <= Plan(x.Settings with { BudgetNs = 2 * x.Settings.BudgetNs }, x.Stacks).Rounds)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_tight_budget_leaves_five_rounds_of_what_slices_and_tails_need()
    {
        var plan = Plan(new() { DurationNs = 5 * S, Rounds = 10, BudgetNs = 1 * S });
        Assert.Equal((5, 300 * Ms), (plan.Rounds, plan.Block.DurationNs));
    }

    [Fact]
    public void A_fixed_warm_up_keeps_its_share()
    {
        var settings = new SuiteSettings { DurationNs = 30 * S, WarmUpNs = 5 * S, Rounds = 5 };
        var plan = Plan(settings with { BudgetNs = Plan(settings).EstimateNs / 3 });
        Assert.InRange((double)plan.Block.WarmUpNs!.Value / plan.Block.DurationNs, 0.16, 0.17);
    }
}
