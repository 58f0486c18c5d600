using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class RatioTestTests
{
    private static LogarithmsByRound Rounds(params double[] ratios) => LogarithmsByRound.OfRatios(ratios);

    private static ComparedRatio One(params double[] ratios) => RatioTest.Compare([Rounds(ratios)])[0]!;

    /// <summary>A lower time is faster.</summary>
    [Fact]
    public void A_verdict_says_what_the_rounds_tell()
    {
        Assert.Equal(ComparisonVerdict.Faster, One(1.30, 1.31, 1.32, 1.29, 1.30).Verdict);
        Assert.Equal(ComparisonVerdict.Slower, One(0.70, 0.71, 0.69, 0.70, 0.72).Verdict);
        Assert.Equal(ComparisonVerdict.Same, One(0.98, 1.03, 1.01, 0.97, 1.02).Verdict);
        Assert.Equal(ComparisonVerdict.Same, One(1.0, 1.0, 1.0).Verdict);
        Assert.Equal(ComparisonVerdict.Undecided, One(0.88, 1.13, 1.01, 0.87, 1.12).Verdict);
        Assert.Equal(ComparisonVerdict.Faster, One(1.020, 1.021, 1.019, 1.020, 1.021).Verdict);
        Assert.Equal(
            ComparisonVerdict.Faster,
            RatioTest.Compare([Rounds(0.7, 0.71, 0.69)], higherIsFaster: false)[0]!.Verdict
        );
    }

    [Fact]
    public void No_ratio_has_no_verdict_and_one_round_without_slices_no_interval()
    {
        Assert.Null(RatioTest.Compare([Rounds()])[0]);
        var one = One(2);
        Assert.Equal(
            (2, null, null, ComparisonVerdict.Undecided, null),
            (Math.Round(one.Ratio.Value, 9), one.Ratio.CiLow, one.Ratio.CiHigh, one.Verdict, one.TimesLonger)
        );
    }

    /// <summary>No start of processes makes a stack three times as fast; many make it a few percent faster.</summary>
    [Fact]
    public void One_round_decides_what_starts_do_not_explain()
    {
        static ComparisonVerdict Of(double ratio) =>
            RatioTest.Compare([new([new Random(1).Normals(30, Math.Log(ratio), 0.01)])])[0]!.Verdict;
        Assert.Equal(ComparisonVerdict.Faster, Of(3));
        Assert.Equal(ComparisonVerdict.Slower, Of(0.7));
        Assert.Equal(ComparisonVerdict.Undecided, Of(1.05));
    }

    /// <summary>A cell that was 20 % faster at the end than at the beginning has a figure that is anywhere
    /// between.</summary>
    [Fact]
    public void What_did_not_settle_widens_its_own_interval_alone()
    {
        var settled = new LogarithmsByRound([new Random(1).Normals(30, 0, 0.01)]);
        var unsettled = settled with { ExtraVariance = Math.Pow(Math.Log(1.2), 2) / 3 };
        var judged = RatioTest.Compare([settled, unsettled]);
        var (narrow, wide) = (judged[0]!.Estimate.HalfWidth(0.95)!.Value, judged[1]!.Estimate.HalfWidth(0.95)!.Value);
        Assert.Equal(narrow, RatioTest.Compare([settled, settled])[0]!.Estimate.HalfWidth(0.95)!.Value, 6);
        Assert.InRange(
            wide,
            1.96 * Math.Sqrt(unsettled.ExtraVariance),
            narrow + 1.96 * Math.Sqrt(unsettled.ExtraVariance)
        );
    }

    [Fact]
    public void Three_slices_tell_too_little_for_a_verdict() =>
        Assert.Equal(
            (ComparisonVerdict.Undecided, null),
            RatioTest.Compare([new([new Random(1).Normals(3, Math.Log(3), 0.01)])])[0] is var one
                ? (one!.Verdict, one.TimesLonger)
                : default
        );

    /// <summary>One of many may lie outside of its own interval by chance.</summary>
    [Fact]
    public void What_is_beyond_its_own_interval_but_not_beyond_that_of_all_is_likely()
    {
        LogarithmEstimate Of(double mean) => new(mean, 0.02, 30, 3);
        var judged = RatioTest.Judge(
            [Of(0.05), Of(-0.05), .. Enumerable.Repeat(Of(0), 10)],
            higherIsFaster: true,
            chance: 0.05
        );
        Assert.Equal(
            [ComparisonVerdict.LikelyFaster, ComparisonVerdict.LikelySlower, ComparisonVerdict.Same],
            judged.Take(3).Select(one => one!.Verdict)
        );
        // p = 0.018 must become 0.05/12: t of 30 degrees of freedom is 3.1.
        Assert.Equal(Math.Pow(3.1 * 0.02 / 0.05, 2), judged[0]!.TimesLonger!.Value, 1);
    }

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
                        .Select(_ => Rounds([.. random.LogNormals(rounds, Math.Exp(0.05 * random.Normal()), 0.03)]))
                        .ToList();
                    var inverse = ratios
                        .Select(r => new LogarithmsByRound(
                            r.Rounds.Select(x => (IReadOnlyList<double>)x.Select(log => -log).ToList()).ToList()
                        ))
                        .ToList();
                    return RatioTest
                        .Compare(ratios)
                        .Zip(RatioTest.Compare(inverse))
                        .All(pair =>
                            Math.Abs(pair.First!.Ratio.CiLow!.Value * pair.Second!.Ratio.CiHigh!.Value - 1) < 1e-9
                            && pair.Second.Verdict == Opposite(pair.First.Verdict)
                        );
                }
            )
            .Holds();
    }

    private static ComparisonVerdict Opposite(ComparisonVerdict verdict) =>
        verdict switch
        {
            ComparisonVerdict.Faster => ComparisonVerdict.Slower,
            ComparisonVerdict.Slower => ComparisonVerdict.Faster,
            ComparisonVerdict.LikelyFaster => ComparisonVerdict.LikelySlower,
            ComparisonVerdict.LikelySlower => ComparisonVerdict.LikelyFaster,
            _ => verdict,
        };

    [Fact]
    public void Intervals_are_each_comparisons_own()
    {
        double[] ratios = [1.01, 1.02, 0.99, 1.00, 1.03];
        double Width(int comparisons) =>
            RatioTest.Compare(Enumerable.Repeat(Rounds(ratios), comparisons).ToList())[0]!.Estimate.RelativeHalfWidth(
                0.95
            );
        Assert.Equal(Width(1), Width(2), 9);
    }

    [Fact]
    public void Comparisons_without_an_interval_do_not_count()
    {
        double[] ratios = [1.11, 1.13, 1.15];
        Assert.Equal(One(ratios), RatioTest.Compare([Rounds(ratios), Rounds(), Rounds(5)])[0]);
    }

    [Fact]
    public void Many_comparisons_lend_one_another_strength()
    {
        // Of two rounds alone, Student's t with one degree of freedom tells nothing; with nine like it 10 % are far
        // beyond 1 % of noise.
        var random = new Random(4);
        var noisy = Enumerable
            .Range(0, 10)
            .Select(i => Rounds([.. random.LogNormals(2, i == 0 ? 1.1 : 1, 0.01)]))
            .ToList();
        Assert.Equal(ComparisonVerdict.Faster, RatioTest.Compare(noisy)[0]!.Verdict);
        Assert.Equal(ComparisonVerdict.Undecided, One(1.09, 1.14).Verdict);
    }

    [Fact]
    public void What_is_undecided_says_how_many_times_as_much_would_decide_it()
    {
        // Half-width of the mean of three: 4.303 x 0.05 / sqrt(3) = 12.4 %, of a difference of 10 %.
        var clear = One(Math.Exp(0.05), Math.Exp(0.10), Math.Exp(0.15));
        Assert.Equal(Math.Pow(0.1242 / 0.10, 2), clear.TimesLonger!.Value, 2);
        // No difference at all: the interval has to fit into 10 %.
        var none = One(Math.Exp(-0.05), 1, Math.Exp(0.05));
        Assert.Equal(Math.Pow(4.303 * 0.05 / Math.Sqrt(3) / Math.Log(1.1), 2), none.TimesLonger!.Value, 2);
        Assert.Null(One(1.30, 1.31, 1.29).TimesLonger);
    }

    [Fact]
    public void Half_width_is_relative_and_infinite_without_an_interval()
    {
        Assert.Equal(
            One(1.01, 0.99, 1).Ratio.CiHigh!.Value / One(1.01, 0.99, 1).Ratio.Value - 1,
            One(1.01, 0.99, 1).Estimate.RelativeHalfWidth(0.95),
            9
        );
        Assert.Equal(double.PositiveInfinity, One(2).Estimate.RelativeHalfWidth(0.95));
    }
}
