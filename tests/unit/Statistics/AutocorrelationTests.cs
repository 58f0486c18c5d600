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

    [Theory]
    [InlineData(23, 2)]
    [InlineData(12, 4)]
    public void Independent_slices_nearly_stay_what_they_are(int slices, int rounds) =>
        Assert.InRange(ToldToTrue(slices, 0, rounds), 0.9, 1.2);

    [Theory]
    [InlineData(12, 4, 0.7)]
    [InlineData(23, 2, 0.5)]
    [InlineData(23, 4, 0.7)]
    [InlineData(60, 2, 0.7)]
    [InlineData(4, 20, 0.6)]
    public void The_mean_of_slices_that_are_alike_tells_less(int slices, int rounds, double correlation) =>
        Assert.InRange(ToldToTrue(slices, correlation, rounds), 0.7, 1.3);

    [Theory]
    [InlineData(0.3)]
    [InlineData(0.5)]
    [InlineData(0.8)]
    public void Of_many_slices_the_correlation_is_known(double correlation) =>
        Assert.InRange(
            Autocorrelation.From([Rounds(new Random(3), 2000, correlation, 4)]).Correlation - correlation,
            -0.05,
            0.05
        );

    /// <summary>The correlation of three about their own mean is -1/3 where they are independent.</summary>
    [Fact]
    public void Short_rounds_are_not_biased() =>
        Assert.InRange(Autocorrelation.From([Rounds(new Random(3), 3, 0.5, 40_000)]).Correlation, 0.45, 0.55);

    [Fact]
    public void What_goes_up_and_down_by_turns_makes_no_interval_narrower() =>
        Assert.Equal(
            1.0 / 6,
            Autocorrelation
                .From([
                    new([
                        [1, 2, 1, 2, 1, 2],
                        [1, 2, 1, 2],
                    ]),
                ])
                .VarianceOfMean(6),
            9
        );

    [Fact]
    public void What_never_moves_is_not_correlated() =>
        Assert.Equal(
            0,
            Autocorrelation
                .From([
                    new([
                        [1, 1, 1],
                    ]),
                ])
                .Correlation
        );

    [Fact]
    public void Rounds_that_differ_as_wholes_are_not_correlated_within()
    {
        var random = new Random(5);
        var rounds = Enumerable.Range(0, 10).Select(round => random.Normals(50, round, 0.1)).ToList();
        Assert.InRange(Autocorrelation.From([new(rounds)]).Correlation, 0, 0.15);
    }
}
