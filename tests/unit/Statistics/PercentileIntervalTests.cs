using Pingmark.Model;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

[Trait("Gate", "no")]
public class PercentileIntervalTests
{
    private const int Values = 1000;

    /// <summary>Each process has a level of its own; its values are around it, and a few are slow.</summary>
    private static Histogram Process(Random random, double processNoise)
    {
        var level = random.Normals(1, Math.Log(100_000), processNoise)[0];
        var counts = new Histogram();
        for (var i = 0; i < Values; i++)
            counts.Record((long)Math.Exp(level + 0.2 * random.Normal()));
        return counts;
    }

    private static Estimate Of(double q, IReadOnlyList<Histogram> rounds) =>
        PercentileInterval.Estimate(Histogram.Merged(rounds).PercentileNs(q), q, rounds);

    [Theory]
    [InlineData(3, 0.87)]
    [InlineData(10, 0.87)]
    public void The_interval_of_a_median_covers_it(int rounds, double least)
    {
        var random = new Random(rounds);
        var covered = Draws.Share(
            100,
            () =>
                Of(0.5, Enumerable.Range(0, rounds).Select(_ => Process(random, 0.1)).ToList())
                    is { CiLow: <= 100_000, CiHigh: >= 100_000 }
        );
        Assert.InRange(covered, least, 1);
    }

    [Fact]
    public void The_same_counts_give_the_same_interval_and_one_round_has_none()
    {
        var rounds = Enumerable.Range(0, 7).Select(i => Process(new Random(i), 0.1)).ToList();
        Assert.Equal(Of(0.99, rounds), Of(0.99, rounds));
        Assert.Null(Of(0.5, [Process(new Random(1), 0)]).CiLow);
    }
}
