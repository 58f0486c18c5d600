using MathNet.Numerics.Statistics;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class AutocorrelationTests
{
    private static LogarithmsByRound Rounds(Random random, int slices, double correlation, int rounds) =>
        new(Enumerable.Range(0, rounds).Select(_ => random.Correlated(slices, 3, 0.2, correlation)).ToList());

    /// <summary>The variance of the mean of a round as half of all runs tell less of it, relative to the true
    /// one.</summary>
    private static double ToldToTrue(int slices, double correlation, int rounds)
    {
        var random = new Random(12);
        var runs = Enumerable.Range(0, 2000).Select(_ => Rounds(random, slices, correlation, rounds)).ToList();
        var told = runs.Select(run => Autocorrelation.From([run]).VarianceOfMean(slices) * run.WithinVariance);
        return told.Median() / runs.SelectMany(run => run.Rounds).Average(round => Math.Pow(round.Average() - 3, 2));
    }

    /// <summary>Independent slices nearly stay what they are.</summary>
    [Fact]
    public void The_mean_of_slices_that_are_alike_tells_less()
    {
        Assert.InRange(ToldToTrue(slices: 23, correlation: 0, rounds: 2), 0.9, 1.2);
        Assert.InRange(ToldToTrue(slices: 12, correlation: 0, rounds: 4), 0.9, 1.2);
        Assert.InRange(ToldToTrue(slices: 12, correlation: 0.7, rounds: 4), 0.7, 1.3);
        Assert.InRange(ToldToTrue(slices: 60, correlation: 0.7, rounds: 2), 0.7, 1.3);
        Assert.InRange(ToldToTrue(slices: 4, correlation: 0.6, rounds: 20), 0.7, 1.3);
    }

    [Fact]
    public void Of_many_slices_the_correlation_is_known() =>
        Assert.All(
            [0.3, 0.8],
            correlation =>
                Assert.Equal(
                    correlation,
                    Autocorrelation.From([Rounds(new Random(3), 2000, correlation, 4)]).Correlation,
                    0.05
                )
        );

    /// <summary>The correlation of three about their own mean is -1/3 where they are independent.</summary>
    [Fact]
    public void Short_rounds_are_not_biased() =>
        Assert.InRange(Autocorrelation.From([Rounds(new Random(3), 3, 0.5, 40_000)]).Correlation, 0.45, 0.55);

    [Fact]
    public void What_goes_up_and_down_by_turns_makes_no_interval_narrower_and_what_never_moves_is_not_correlated()
    {
        Assert.Equal(1.0 / 6, Of([1, 2, 1, 2, 1, 2], [1, 2, 1, 2]).VarianceOfMean(6), 9);
        Assert.Equal(0, Of([1, 1, 1]).Correlation);
    }

    private static Autocorrelation Of(params IReadOnlyList<double>[] rounds) => Autocorrelation.From([new(rounds)]);

    [Fact]
    public void Rounds_that_differ_as_wholes_are_not_correlated_within()
    {
        var random = new Random(5);
        var rounds = Enumerable.Range(0, 10).Select(round => random.Normals(50, round, 0.1)).ToList();
        Assert.InRange(Autocorrelation.From([new(rounds)]).Correlation, 0, 0.15);
    }
}
