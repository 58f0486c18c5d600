using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class ModeratedVarianceTests
{
    [Fact]
    public void Trigamma_has_its_known_values()
    {
        Assert.Equal(Math.PI * Math.PI / 6, ModeratedVariance.Trigamma(1), 8);
        Assert.Equal(Math.PI * Math.PI / 2, ModeratedVariance.Trigamma(0.5), 8);
        Assert.Equal(Math.PI * Math.PI / 6 - 1, ModeratedVariance.Trigamma(2), 8);
        Assert.Equal(0.010050166663333571, ModeratedVariance.Trigamma(100), 8);
    }

    [Fact]
    public void The_inverse_of_trigamma_inverts_it() =>
        Prop.ForAll(
                Gen.Choose(-30, 30).ToArbitrary(),
                tenths =>
                    Math.Pow(10, tenths / 10.0) is var x
                    && Math.Abs(ModeratedVariance.InverseTrigamma(ModeratedVariance.Trigamma(x)) / x - 1) < 1e-6
            )
            .Holds();

    [Fact]
    public void Two_comparisons_stand_alone_and_none_give_nothing()
    {
        Assert.Equal([(0.1, 4.0), (9.0, 2.0)], ModeratedVariance.Moderate([(0.1, 4), (9.0, 2)]));
        Assert.Empty(ModeratedVariance.Moderate([]));
    }

    [Fact]
    public void Variances_that_are_alike_become_one_with_all_degrees_of_freedom() =>
        Assert.All(
            ModeratedVariance.Moderate([(1.0, 3), (1.1, 3), (0.9, 3), (1.0, 3)]),
            m =>
                Assert.Equal(
                    (Math.Round(m.Variance, 1), 12),
                    (m.Variance < 2 ? Math.Round(m.Variance, 1) : 0, m.Freedom)
                )
        );

    [Fact]
    public void Each_is_drawn_towards_the_others_and_keeps_its_place() =>
        Prop.ForAll(
                Gen.Choose(1, 1_000_000).Select(n => n / 1e5).NonEmptyListOf().ToArbitrary(),
                variances =>
                {
                    var moderated = ModeratedVariance
                        .Moderate(variances.Select(v => (v, 4)).ToList())
                        .Select(m => m.Variance)
                        .ToList();
                    return moderated.Count == variances.Count
                        && variances
                            .Zip(moderated)
                            .OrderBy(p => p.First)
                            .Select(p => p.Second)
                            .Pairwise()
                            .All(p => p.Item1 <= p.Item2 * (1 + 1e-9))
                        && moderated.Max() / moderated.Min() <= variances.Max() / variances.Min() * (1 + 1e-9);
                }
            )
            .Holds();

    [Fact]
    public void Samples_without_a_variance_teach_nothing_and_do_no_harm()
    {
        var moderated = ModeratedVariance.Moderate([(0.0, 0), (1.0, 4), (2.0, 4), (0.0, 4), (1.5, 4)]);
        Assert.Equal(5, moderated.Count);
        Assert.All(
            moderated,
            m => Assert.True(double.IsFinite(m.Variance) && m.Variance >= 0 && double.IsFinite(m.Freedom))
        );
    }
}

file static class Neighbours
{
    public static IEnumerable<(double, double)> Pairwise(this IEnumerable<double> values) =>
        values.ToList() is var list ? list.Zip(list.Skip(1)) : [];
}
