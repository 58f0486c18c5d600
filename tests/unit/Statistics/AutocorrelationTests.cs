using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class AutocorrelationTests
{
    private static double Mean(int slices, double correlation, int rounds = 4)
    {
        var random = new Random(12);
        return Enumerable
            .Range(0, 400)
            .Average(_ =>
                Autocorrelation.VarianceInflation(
                    Enumerable.Range(0, rounds).Select(_ => random.Correlated(slices, 3, 0.2, correlation)).ToList()
                )
            );
    }

    [Fact]
    public void Independent_slices_stay_what_they_are() => Assert.InRange(Mean(23, 0), 1, 1.05);

    /// <summary>The variance of a mean of many is (1 + ρ) / (1 - ρ) times as large.</summary>
    [Theory]
    [InlineData(0.3, 1.86)]
    [InlineData(0.5, 3)]
    [InlineData(0.7, 5.67)]
    public void Of_many_correlated_ones_it_is_what_theory_says(double correlation, double inflation) =>
        Assert.InRange(Mean(2000, correlation) / inflation, 0.85, 1.05);

    [Fact]
    public void What_goes_up_and_down_by_turns_makes_no_interval_narrower() =>
        Assert.Equal(
            1,
            Autocorrelation.VarianceInflation([
                [1, 2, 1, 2, 1, 2],
                [1, 2, 1, 2],
            ])
        );

    [Fact]
    public void What_never_moves_is_not_correlated() =>
        Assert.Equal(
            1,
            Autocorrelation.VarianceInflation([
                [1, 1, 1],
            ])
        );

    [Fact]
    public void Rounds_that_differ_as_wholes_are_not_correlated_within()
    {
        var random = new Random(5);
        var rounds = Enumerable.Range(0, 10).Select(round => random.Normals(50, round, 0.1)).ToList();
        Assert.InRange(Autocorrelation.VarianceInflation(rounds), 1, 1.3);
    }
}
