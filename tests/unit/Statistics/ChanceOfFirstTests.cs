using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class ChanceOfFirstTests
{
    private static readonly (double, double) Baseline = (0, 0);

    [Fact]
    public void Equal_stacks_have_equal_chances()
    {
        Assert.All(
            ChanceOfFirst.Compute([Baseline, (0, 0.1), (0, 0.1), (0, 0.1)]),
            chance => Assert.Equal(0.25, chance, 3)
        );
        Assert.Equal([0.5, 0.5], ChanceOfFirst.Compute([Baseline, Baseline]));
    }

    [Fact]
    public void What_is_far_ahead_is_first_and_what_is_far_behind_never()
    {
        var chances = ChanceOfFirst.Compute([Baseline, (0.5, 0.1), (-1, 0.3)]);
        Assert.Equal([0, 1, 0], chances.Select(chance => Math.Round(chance, 6)));
    }

    /// <summary>Of two normal speeds the first is faster with a chance of Φ(1.96) where its ratio's interval of 95 %
    /// ends at 1.</summary>
    [Fact]
    public void An_interval_that_ends_at_1_leaves_a_chance_of_2_5_percent() =>
        Assert.Equal(0.025, ChanceOfFirst.Compute([Baseline, (0.1, 0.1)])[0], 3);

    /// <summary>Both lie within their intervals of the baseline, and are equal to one another.</summary>
    [Fact]
    public void A_stack_that_is_known_badly_has_a_chance_of_its_own()
    {
        var chances = ChanceOfFirst.Compute([Baseline, (0.05, 0.02), (0.05, 0.4)]);
        Assert.InRange(chances[1], 0.4, 0.6);
        Assert.InRange(chances[2], 0.4, 0.6);
        Assert.Equal(1, chances.Sum(), 9);
    }
}
