using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>Series whose levels are known; the table in docs/statistics.md is from here.</summary>
public sealed class ChangePointsTests
{
    private const double Noise = 0.05;

    private static double Found(int runs, double step, int times, Func<IReadOnlyList<int>, bool> counts)
    {
        var random = new Random(1);
        return Draws.Share(
            times,
            () =>
            {
                var series = random.Normals(runs, 0, Noise);
                for (var i = runs / 2; i < runs; i++)
                    series[i] += step;
                return counts(ChangePoints.Find(series));
            }
        );
    }

    [Theory]
    [InlineData(6)]
    [InlineData(10)]
    [InlineData(20)]
    [InlineData(100)]
    public void A_level_that_stays_is_left_alone(int runs) =>
        Assert.InRange(Found(runs, 0, 400, points => points.Count > 0), 0, 0.04);

    [Theory]
    [InlineData(10, 0.2, 0.5)]
    [InlineData(20, 0.16, 0.9)]
    [InlineData(40, 0.1, 0.8)]
    public void A_step_is_found_where_it_is(int runs, double step, double share) =>
        Assert.InRange(Found(runs, -step, 200, points => points.Any(at => Math.Abs(at - runs / 2) <= 2)), share, 1);

    [Fact]
    public void Two_steps_are_two_changes()
    {
        var random = new Random(2);
        List<double> series =
        [
            .. random.Normals(20, 0, 0.02),
            .. random.Normals(20, 0.3, 0.02),
            .. random.Normals(20, 0, 0.02),
        ];
        Assert.Equal([20, 40], ChangePoints.Find(series));
    }

    [Fact]
    public void One_run_that_is_out_of_line_is_no_level()
    {
        var series = new Random(3).Normals(20, 0, 0.02);
        series[10] += 2;
        Assert.Empty(ChangePoints.Find(series));
    }

    [Fact]
    public void Few_runs_tell_nothing() => Assert.Empty(ChangePoints.Find([0, 0, 0, 9, 9]));

    [Fact]
    public void Equal_runs_have_no_change() => Assert.Empty(ChangePoints.Find(new double[30]));
}
