using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class StartsMixtureTests
{
    private static StartsMixture Of(IReadOnlyList<LogarithmsByRound> run) =>
        LogarithmEstimates.EstimateRatios(run)[0]!.Starts!;

    private static LogarithmsByRound Rounds(params double[] means) =>
        new([.. means.Select(mean => (IReadOnlyList<double>)[mean - 0.001, mean + 0.001, mean - 0.001, mean + 0.001])]);

    [Fact]
    public void An_interval_ends_where_its_chance_does()
    {
        var starts = Of([Rounds(0)]);
        Assert.All(
            (double[])[0.5, 0.95, 0.999],
            level => Assert.Equal(1 - level, starts.ChanceBeyond(starts.HalfWidth(level)), 4)
        );
        Assert.Equal(1, starts.ChanceBeyond(0), 6);
    }

    /// <summary>Slices of one start scatter by a tenth of a percent; another start may differ by several
    /// percent.</summary>
    [Fact]
    public void One_start_has_an_interval_that_is_as_wide_as_starts_are_known_to_differ() =>
        Assert.InRange(Of([Rounds(0)]).HalfWidth(0.95), 0.05, 0.1);

    [Fact]
    public void Starts_that_differ_widen_the_intervals_of_others_and_their_own_most()
    {
        var quiet = Of([Rounds(0, 0.01), .. Enumerable.Repeat(Rounds(0, 0.01), 5)]).HalfWidth(0.95);
        var besideOthers = Of([Rounds(0, 0.01), .. Enumerable.Repeat(Rounds(-0.2, 0.2), 5)]).HalfWidth(0.95);
        var own = Of([Rounds(-0.2, 0.2), .. Enumerable.Repeat(Rounds(0, 0.01), 5)]).HalfWidth(0.95);
        Assert.InRange(besideOthers, 1.1 * quiet, own);
        Assert.InRange(own, 0.2, 2);
    }

    [Fact]
    public void A_difference_of_two_is_wider_than_either_and_so_is_one_that_drifted()
    {
        var one = Of([Rounds(0, 0.01), Rounds(0, 0.02)]);
        Assert.InRange(one.Minus(one).HalfWidth(0.95), one.HalfWidth(0.95), Math.Sqrt(2) * one.HalfWidth(0.95));
        Assert.InRange(one.Plus(0.1 * 0.1).HalfWidth(0.95), 1.96 * 0.1, one.HalfWidth(0.95) + 1.96 * 0.1);
    }
}
