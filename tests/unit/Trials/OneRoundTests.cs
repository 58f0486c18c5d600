using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Whether a budget has room for two rounds, as it is seen when the first cells are warm.</summary>
public class OneRoundTests
{
    private const long S = 1_000_000_000;

    private static Suite Suite =>
        new()
        {
            Name = "x",
            Cells = new[] { "a", "b" }.Select(stack => Trial.Cell(stack)).ToList(),
            Settings = new()
            {
                BudgetNs = 12 * S,
                SliceNs = 30_000_000,
                DurationNs = 10 * S,
                Rounds = 5,
            },
        };

    private static readonly BudgetPlan Plan = BudgetPlan.Create(Suite, Suite.Cells);

    private static ForeseenBlock OfBoth(long overheadNs) => new(new(Round: 1, Number: 1, Suite.Cells), overheadNs);

    private static Pace Foreseen(long overheadNs)
    {
        var pace = new Pace(12 * S);
        pace.Begin([OfBoth(overheadNs)]);
        return pace;
    }

    [Theory]
    [InlineData(3, 3, true)]
    [InlineData(4, 4, true)]
    [InlineData(6, 6, false)]
    [InlineData(11, 1, false)]
    public void Another_round_fits_if_both_have_the_slices_of_a_verdict(int spentS, int overheadS, bool fits) =>
        Assert.Equal(fits, Foreseen(overheadS * S).HasRoomForAnotherRound(Plan, spentS * S, number: 0));

    /// <summary>Four blocks of a second each, of two cells: half of another round is worth to be begun, a single block
    /// of it is not.</summary>
    [Theory]
    [InlineData(1, true)]
    [InlineData(6, true)]
    [InlineData(12, false)]
    public void Half_of_another_round_is_worth_its_beginning(int spentS, bool fits)
    {
        var pace = new Pace(20 * S);
        pace.Begin([.. Enumerable.Repeat(OfBoth(S), 4)]);
        Assert.Equal(fits, pace.HasRoomForAnotherRound(Plan, spentS * S, number: 0));
    }

    [Fact]
    public void Without_a_budget_there_is_always_room() =>
        Assert.True(new Pace(budgetNs: null).HasRoomForAnotherRound(Plan, 1000 * S, number: 0));

    [Fact]
    public void The_only_round_has_all_of_the_time()
    {
        var one = Plan.OfOneRound();
        var block = Foreseen(0).FitWarm(one, 6 * S, number: 0, cells: 2, roundsAfter: 0);
        Assert.InRange(2 * block.WallNs, 5.5 * S, 6 * S);
        // It stays the only one, whatever the pace.
        Assert.Equal(1, one.AfterRound(1, 6 * S, 0, [2 * S, 2 * S]).Rounds);
    }
}
