using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class ConfidenceIntervalTests
{
    private const int Draws4000 = 4000;

    private static bool Contains(Estimate estimate, double value) =>
        estimate.CiLow <= value && value <= estimate.CiHigh;

    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(20)]
    public void The_interval_of_a_mean_covers_it_in_95_of_100_draws(int rounds)
    {
        var random = new Random(rounds);
        var covered = Draws.Share(
            Draws4000,
            () => Contains(ConfidenceInterval.OfMean(random.Normals(rounds, 100, 15))!, 100)
        );
        Assert.InRange(covered, 0.935, 0.965);
    }

    [Theory]
    [InlineData(3, 0.02)]
    [InlineData(5, 0.1)]
    [InlineData(10, 0.5)]
    public void The_interval_of_a_geometric_mean_covers_it_in_95_of_100_draws(int rounds, double sigma)
    {
        var random = new Random(rounds);
        var covered = Draws.Share(
            Draws4000,
            () => Contains(ConfidenceInterval.OfGeometricMean(random.LogNormals(rounds, 50_000, sigma))!, 50_000)
        );
        Assert.InRange(covered, 0.935, 0.965);
    }

    [Fact]
    public void Another_level_covers_as_often_as_it_says()
    {
        var random = new Random(1);
        var covered = Draws.Share(
            Draws4000,
            () => Contains(ConfidenceInterval.OfMean(random.Normals(5, 0, 1), level: 0.8)!, 0)
        );
        Assert.InRange(covered, 0.78, 0.82);
    }

    [Fact]
    public void A_textbook_interval()
    {
        // Student's t with 4 degrees of freedom: 2.776; s = 1.5811.
        var estimate = ConfidenceInterval.OfMean([1, 2, 3, 4, 5])!;
        Assert.Equal(
            (3, 1.0368, 4.9632),
            (estimate.Value, Math.Round(estimate.CiLow!.Value, 4), Math.Round(estimate.CiHigh!.Value, 4))
        );
    }

    [Fact]
    public void Nothing_has_no_estimate_and_one_value_no_interval()
    {
        Assert.Null(ConfidenceInterval.OfMean([]));
        Assert.Null(ConfidenceInterval.OfGeometricMean([]));
        Assert.Equal(new Estimate(7, null, null), ConfidenceInterval.OfMean([7]));
        Assert.Null(ConfidenceInterval.OfGeometricMean([7])!.CiLow);
    }

    [Fact]
    public void Equal_values_have_an_interval_of_no_width() =>
        Assert.Equal(new Estimate(3, 3, 3), ConfidenceInterval.OfMean([3, 3, 3]));

    [Fact]
    public void A_zero_among_the_values_falls_back_to_the_mean() =>
        Assert.Equal(1, ConfidenceInterval.OfGeometricMean([0, 1, 2])!.Value);

    [Fact]
    public void The_interval_of_inverses_is_the_inverse_interval()
    {
        var random = new Random(3);
        Prop.ForAll(
                Gen.Choose(2, 12).ToArbitrary(),
                n =>
                {
                    var values = random.LogNormals(n, 2, 0.3);
                    var (there, back) = (
                        ConfidenceInterval.OfGeometricMean(values)!,
                        ConfidenceInterval.OfGeometricMean(values.Select(v => 1 / v).ToList())!
                    );
                    return Math.Abs(there.Value * back.Value - 1) < 1e-9
                        && Math.Abs((there.CiLow ?? 1) * (back.CiHigh ?? 1) - 1) < 1e-9;
                }
            )
            .Holds();
    }

    /// <summary>What two rounds can't tell is no interval, neither one below any clock nor one of years.</summary>
    [Fact]
    public void Bounds_ten_thousandfold_away_are_none()
    {
        Assert.Equal(new Estimate(1000, null, null), Rounded(ConfidenceInterval.OfGeometricMean([100, 10_000])!));
        Assert.NotNull(ConfidenceInterval.OfGeometricMean([900, 1100])!.CiLow);
    }

    private static Estimate Rounded(Estimate estimate) => estimate with { Value = Math.Round(estimate.Value, 6) };
}
