using MathNet.Numerics.Distributions;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>Ways to make intervals that are wrong on purpose: the coverage that ours is held to catches each.</summary>
public class WrongControllersTests
{
    private static readonly World Few = new(1, 1, 3, 23, 0.05, 0.02);

    private static double Covered(
        Coverage.Intervals intervals,
        Func<Random, IReadOnlyList<LogarithmsByRound>>? run = null
    )
    {
        var random = new Random(99);
        return Coverage.Of(2000, () => (run ?? Few.Run)(random), intervals);
    }

    private static IEnumerable<(double, double)> Around(
        IReadOnlyList<LogarithmsByRound> comparisons,
        Func<LogarithmsByRound, double> halfWidth
    ) => comparisons.Select(c => (c.Mean - halfWidth(c), c.Mean + halfWidth(c)));

    [Fact]
    public void T_read_as_z_is_caught() =>
        Assert.InRange(
            Covered(all => Around(all, c => 1.96 * Math.Sqrt(c.Scatter / c.Count))),
            0.5,
            Coverage.Least - 0.05
        );

    /// <summary>Pseudo-replication: a million messages of one process are one process.</summary>
    [Fact]
    public void Slices_taken_as_independent_are_caught() =>
        Assert.InRange(
            Covered(all =>
                Around(
                    all,
                    c =>
                    {
                        var slices = c.Rounds.SelectMany(r => r).ToList();
                        return StudentT.InvCDF(0, 1, slices.Count - 1, 0.975)
                            * ConfidenceInterval.StandardDeviation(slices)
                            / Math.Sqrt(slices.Count);
                    }
                )
            ),
            0.3,
            Coverage.Least - 0.05
        );

    /// <summary>In another order they are as many independent ones for all that can be seen.</summary>
    [Fact]
    public void Slices_that_follow_one_another_alike_taken_as_independent_are_caught()
    {
        var world = new World(1, 1, 2, 60, 0.21, 0.01) { Correlation = 0.7 };
        var order = new Random(6);
        Assert.InRange(
            Covered(
                all =>
                    Coverage.Ours(
                        all.Select(c => new LogarithmsByRound(
                                c.Rounds.Select(r => (IReadOnlyList<double>)[.. r.OrderBy(_ => order.Next())]).ToList()
                            ))
                            .ToList()
                    ),
                world.Run
            ),
            0.5,
            Coverage.Least - 0.05
        );
    }

    [Fact]
    public void The_baseline_always_first_under_drift_is_caught()
    {
        // A machine that slows by 4 % with each slice, which is beyond what starts may do, and two equal cells.
        var first = Enumerable.Repeat(new[] { 0, 1 }, 24).SelectMany(pass => pass).ToList();
        Assert.InRange(Covered(Coverage.Ours, random => Drifting(random, _ => first)), 0, Coverage.Least - 0.05);
        Assert.InRange(Covered(Coverage.Ours, random => Drifting(random, r => Mirrored(r))), Coverage.Least, 1);
    }

    /// <summary>Each pass in a random order, then its mirror image, as cells take turns.</summary>
    private static List<int> Mirrored(Random random) =>
        Enumerable.Range(0, 12).SelectMany(_ => random.Next(2) == 0 ? new[] { 0, 1, 1, 0 } : [1, 0, 0, 1]).ToList();

    private static List<LogarithmsByRound> Drifting(Random random, Func<Random, List<int>> order) =>
        [
            new(
                Enumerable
                    .Range(0, 3)
                    .Select(_ =>
                    {
                        var rates = new[] { new List<double>(), new List<double>() };
                        foreach (var (cell, time) in order(random).Select((cell, time) => (cell, time)))
                            rates[cell].Add(-0.04 * time + random.Normals(1, 0, 0.03)[0]);
                        return (IReadOnlyList<double>)rates[1].Zip(rates[0], (b, a) => b - a).ToList();
                    })
                    .ToList()
            ),
        ];
}
