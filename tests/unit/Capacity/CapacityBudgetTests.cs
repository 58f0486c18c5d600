using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Capacity;

public class CapacityBudgetTests
{
    private const long Second = 1_000_000_000;

    private static CapacitySettings Within(long budgetNs) =>
        new(CapacityKind.Rate, [Objectives.Read("p99<1ms", "slo")], budgetNs);

    [Fact]
    public void One_that_is_too_short_says_what_it_takes()
    {
        var error = Assert.Throws<BadInputException>(() => CapacityBudget.For(Within(10 * Second), 2, Second / 2));
        Assert.Contains("a budget of 10 s is too short", error.Message);
        Assert.Contains(
            "5 generations of fresh processes, which of 2 cells with windows of 500 ms take 36 s",
            error.Message
        );
        Assert.Contains("--budget 54s", error.Message);
        Assert.Equal(5, CapacityBudget.For(Within(36 * Second), 2, Second / 2).Generations);
    }

    [Fact]
    public void A_longer_one_has_more_generations_up_to_twenty()
    {
        Assert.Equal(9, CapacityBudget.For(Within(60 * Second), 1, Second / 2).Generations);
        Assert.Equal(20, CapacityBudget.For(Within(3600 * Second), 1, Second / 2).Generations);
    }

    [Fact]
    public void The_first_generation_has_the_time_of_two_and_the_last_what_is_left()
    {
        var budget = new CapacityBudget(60 * Second, 5);
        Assert.Equal(20 * Second, budget.EndNs(1, 7, 1, 0));
        Assert.Equal(10 * Second, budget.EndNs(1, 7, 0.5, 0));
        Assert.Equal(30 * Second, budget.EndNs(2, 7, 1, 20 * Second));
        Assert.Equal(60 * Second, budget.EndNs(5, 7, 1, 52 * Second));
    }

    /// <summary>Of 13 generations that were planned, 6 with six windows each are worth more where windows take
    /// long.</summary>
    [Fact]
    public void Windows_that_take_long_make_fewer_generations_and_not_fewer_windows()
    {
        var budget = new CapacityBudget(240 * Second, 13);
        Assert.Equal(20 * Second, budget.EndNs(2, 7, 1, 0));
        Assert.Equal(48 * Second, budget.EndNs(2, 6, 1, 0));
        Assert.Equal(240 * Second, budget.EndNs(6, 6, 1, 200 * Second));
        var few = new CapacityBudget(60 * Second, 5);
        Assert.Equal(few.EndNs(2, 7, 1, 20 * Second), few.EndNs(2, 1, 1, 20 * Second));
    }

    [Fact]
    public void Half_a_generation_is_not_begun_where_there_are_enough()
    {
        var budget = new CapacityBudget(240 * Second, 13);
        Assert.True(budget.HasRoom(5, 239 * Second, 40 * Second));
        Assert.True(budget.HasRoom(6, 215 * Second, 40 * Second));
        Assert.False(budget.HasRoom(6, 225 * Second, 40 * Second));
    }

    [Fact]
    public void Another_generation_is_measured_where_it_fits()
    {
        var budget = new CapacityBudget(60 * Second, 5);
        Assert.True(budget.HasRoom(4, 59 * Second, 10 * Second));
        Assert.False(budget.HasRoom(4, 61 * Second, 10 * Second));
        Assert.True(budget.HasRoom(5, 45 * Second, 10 * Second));
        Assert.False(budget.HasRoom(5, 55 * Second, 10 * Second));
        Assert.False(budget.HasRoom(20, 1 * Second, 1));
    }
}
