using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class RatioTestTests
{
    private static (Estimate Ratio, ComparisonVerdict Verdict) One(params double[] ratios) =>
        RatioTest.Compare([ratios])[0]!.Value;

    [Theory]
    [InlineData(ComparisonVerdict.Higher, 1.30, 1.31, 1.32, 1.29, 1.30)]
    [InlineData(ComparisonVerdict.Lower, 0.70, 0.71, 0.69, 0.70, 0.72)]
    [InlineData(ComparisonVerdict.Tie, 0.98, 1.03, 1.01, 0.97, 1.02)]
    public void What_cannot_be_told_apart_is_a_tie(ComparisonVerdict verdict, params double[] ratios) =>
        Assert.Equal(verdict, One(ratios).Verdict);

    [Fact]
    public void No_ratio_has_no_verdict_and_one_ratio_is_a_tie_without_interval()
    {
        Assert.Null(
            RatioTest.Compare([
                [],
            ])[0]
        );
        var (ratio, verdict) = One(2);
        Assert.Equal(
            (2, null, null, ComparisonVerdict.Tie),
            (Math.Round(ratio.Value, 9), ratio.CiLow, ratio.CiHigh, verdict)
        );
    }

    [Fact]
    public void Equal_ratios_of_one_are_a_tie() => Assert.Equal(ComparisonVerdict.Tie, One(1, 1, 1).Verdict);

    [Fact]
    public void A_ratio_and_its_inverse_have_the_opposite_verdict_and_the_inverse_interval()
    {
        var random = new Random(5);
        Prop.ForAll(
                Gen.Choose(1, 9).ToArbitrary(),
                Gen.Choose(2, 8).ToArbitrary(),
                (comparisons, rounds) =>
                {
                    var ratios = Enumerable
                        .Range(0, comparisons)
                        .Select(_ =>
                            (IReadOnlyList<double>)random.LogNormals(rounds, Math.Exp(0.05 * random.Normal()), 0.03)
                        )
                        .ToList();
                    var inverse = ratios.Select(r => (IReadOnlyList<double>)r.Select(x => 1 / x).ToList()).ToList();
                    return RatioTest
                        .Compare(ratios)
                        .Zip(RatioTest.Compare(inverse))
                        .All(pair =>
                            Math.Abs(pair.First!.Value.Ratio.CiLow!.Value * pair.Second!.Value.Ratio.CiHigh!.Value - 1)
                                < 1e-9
                            && (pair.First.Value.Verdict, pair.Second.Value.Verdict)
                                is
                                    (ComparisonVerdict.Tie, ComparisonVerdict.Tie)
                                    or
                                    (ComparisonVerdict.Higher, ComparisonVerdict.Lower)
                                    or
                                    (ComparisonVerdict.Lower, ComparisonVerdict.Higher)
                        );
                }
            )
            .QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData(1, 5)]
    [InlineData(2, 5)]
    [InlineData(8, 3)]
    [InlineData(8, 5)]
    public void Equal_stacks_get_any_wrong_verdict_in_at_most_5_of_100_runs(int comparisons, int rounds)
    {
        var random = new Random(comparisons * 100 + rounds);
        var wrong = Draws.Share(
            8000 / (1 + comparisons),
            () =>
                RatioTest
                    .Compare(
                        Enumerable
                            .Range(0, comparisons)
                            .Select(_ => (IReadOnlyList<double>)random.LogNormals(rounds, 1, 0.02))
                            .ToList()
                    )
                    .Any(c => c!.Value.Verdict != ComparisonVerdict.Tie)
        );
        Assert.InRange(wrong, 0.02, 0.065);
    }

    /// <summary>The price of moderation: variances that differ much in truth are drawn too near to one another, and the
    /// noisiest comparison's interval is too narrow.</summary>
    [Theory]
    [InlineData(5, 2)]
    [InlineData(4, 8)]
    public void Equal_stacks_of_unequal_noise_get_a_wrong_verdict_in_less_than_10_of_100_runs(int rounds, double spread)
    {
        var random = new Random(11);
        var wrong = Draws.Share(
            1000,
            () =>
                RatioTest
                    .Compare(
                        Enumerable
                            .Range(0, 8)
                            .Select(i =>
                                (IReadOnlyList<double>)random.LogNormals(rounds, 1, 0.005 * Math.Pow(spread, i / 7.0))
                            )
                            .ToList()
                    )
                    .Any(c => c!.Value.Verdict != ComparisonVerdict.Tie)
        );
        Assert.InRange(wrong, 0, 0.1);
    }

    [Fact]
    public void Intervals_are_wider_the_more_comparisons_there_are()
    {
        double[] ratios = [1.01, 1.02, 0.99, 1.00, 1.03];
        double Width(int comparisons) =>
            RatioTest.RelativeHalfWidth(
                RatioTest.Compare(Enumerable.Repeat<IReadOnlyList<double>>(ratios, comparisons).ToList())[0]!
                    .Value
                    .Ratio
            );
        Assert.True(Width(2) > Width(1));
    }

    [Fact]
    public void Comparisons_without_ratios_do_not_count()
    {
        double[] ratios = [1.01, 1.02, 0.99];
        Assert.Equal(One(ratios), RatioTest.Compare([ratios, [], []])[0]);
    }

    [Fact]
    public void Many_comparisons_lend_one_another_strength()
    {
        // Of two rounds alone, Student's t with one degree of freedom tells nothing; with nine like it 10 % are far
        // beyond 1 % of noise.
        var random = new Random(4);
        var noisy = Enumerable
            .Range(0, 10)
            .Select(i => (IReadOnlyList<double>)random.LogNormals(2, i == 0 ? 1.1 : 1, 0.01))
            .ToList();
        Assert.Equal(ComparisonVerdict.Higher, RatioTest.Compare(noisy)[0]!.Value.Verdict);
        Assert.Equal(ComparisonVerdict.Tie, One(1.09, 1.11).Verdict);
    }

    [Fact]
    public void Half_width_is_relative_and_infinite_without_an_interval()
    {
        Assert.Equal(0.02, RatioTest.RelativeHalfWidth(new(2, 1.96, 2.04)), 9);
        Assert.Equal(double.PositiveInfinity, RatioTest.RelativeHalfWidth(new(2, null, null)));
    }
}
