using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class ConfidenceIntervalTests
{
    private static bool Contains(Estimate estimate, double value) =>
        estimate.CiLow <= value && value <= estimate.CiHigh;

    /// <summary>Means of few rounds and of many, geometric ones, and another level.</summary>
    [Fact]
    public void An_interval_covers_as_often_as_it_says()
    {
        foreach (var rounds in new[] { 2, 20 })
            Assert.InRange(
                Covered(100, random => ConfidenceInterval.OfMean(random.Normals(rounds, 100, 15))!),
                0.935,
                0.965
            );
        foreach (var (count, sigma) in new[] { (3, 0.02), (10, 0.5) })
            Assert.InRange(
                Covered(50_000, random => ConfidenceInterval.OfGeometricMean(random.LogNormals(count, 50_000, sigma))!),
                0.935,
                0.965
            );
        Assert.InRange(
            Covered(0, random => ConfidenceInterval.OfMean(random.Normals(5, 0, 1), level: 0.8)!),
            0.78,
            0.82
        );
    }

    private static double Covered(double truth, Func<Random, Estimate> estimate)
    {
        var random = new Random(1);
        return Draws.Share(4000, () => Contains(estimate(random), truth));
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

    /// <summary>With a zero among them there is no geometric mean.</summary>
    [Fact]
    public void Equal_values_have_an_interval_of_no_width_and_a_zero_falls_back_to_the_mean()
    {
        Assert.Equal(new Estimate(3, 3, 3), ConfidenceInterval.OfMean([3, 3, 3]));
        Assert.Equal(1, ConfidenceInterval.OfGeometricMean([0, 1, 2])!.Value);
    }

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
                        && Math.Abs(there.CiLow!.Value * back.CiHigh!.Value - 1) < 1e-9;
                }
            )
            .Holds();
    }
}
