using Pingmark.Model;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>The whole procedure on runs whose truth is known; the tables in docs/statistics.md are from
/// here.</summary>
[Trait("Gate", "no")]
public class CoverageTests
{
    // Two cells of two scenarios (A/A), and quick: two scenarios of eight stacks; 23 slices of 35 ms each.
    private static World Aa(int rounds, double process = 0.01) => new(2, 1, rounds, 23, 0.1, process);

    private static World Quick(int rounds, double process = 0.01) => new(2, 7, rounds, 23, 0.1, process);

    private static double CoverageOf(World world, int runs)
    {
        var random = new Random(world.GetHashCode() & 1 | 4711);
        return Coverage.Of(runs, () => world.Run(random), Coverage.Ours);
    }

    private static double AnyWrong(World world, int runs, params ComparisonVerdict[] wrong)
    {
        var random = new Random(815);
        return Draws.Share(runs, () => RatioTest.Compare(world.Run(random)).Any(c => wrong.Contains(c!.Verdict)));
    }

    [Theory]
    [InlineData(2, 0.01)]
    [InlineData(3, 0.01)]
    [InlineData(4, 0.02)]
    public void Intervals_of_an_AA_cover_95_of_100(int rounds, double process) =>
        Assert.InRange(CoverageOf(Aa(rounds, process), 1500), Coverage.Least - 0.01, Coverage.Most);

    [Theory]
    [InlineData(2, 0.01)]
    [InlineData(5, 0.02)]
    public void Intervals_of_many_stacks_cover_95_of_100(int rounds, double process) =>
        Assert.InRange(CoverageOf(Quick(rounds, process), 300), Coverage.Least - 0.01, Coverage.Most);

    /// <summary>Slices of one connection scattered by 33 %, those of sixteen by 12 %: pooled variances covered the
    /// noisy ones too little.</summary>
    [Fact]
    public void Scenarios_of_unequal_noise_do_not_spoil_one_another()
    {
        var random = new Random(3);
        var world = new World(2, 7, 2, 23, 0.33, 0.01) { NoiseOfOtherScenarios = 0.12 / 0.33 };
        foreach (var skip in new[] { 0, 7 })
            Assert.InRange(
                Coverage.Of(300, () => world.Run(random), c => Coverage.Ours(c).Skip(skip).Take(7)),
                Coverage.Least - 0.01,
                Coverage.Most
            );
        Assert.InRange(AnyWrong(world, 400, ComparisonVerdict.Faster, ComparisonVerdict.Slower), 0, 0.07);
    }

    /// <summary>As those of dotnet/tcp-async on one core that two cells share 12 s of: 0.7 from slice to slice. Taken
    /// as independent, they cover 0.82.</summary>
    [Theory]
    [InlineData(2, 12)]
    [InlineData(2, 60)]
    [InlineData(5, 12)]
    public void Slices_that_follow_one_another_alike_are_not_taken_for_independent(int rounds, int slices)
    {
        var world = new World(1, 1, rounds, slices, 0.21, 0.01) { Correlation = 0.7 };
        Assert.InRange(CoverageOf(world, 2000), Coverage.Least - 0.01, Coverage.Most);
        Assert.InRange(AnyWrong(world, 1000, ComparisonVerdict.Faster, ComparisonVerdict.Slower), 0, 0.065);
    }

    /// <summary>Among many stacks, one or all of which have slices that are alike.</summary>
    [Theory]
    [InlineData(0.6, false)]
    [InlineData(0.7, true)]
    public void Stacks_whose_slices_are_alike_spoil_no_verdict(double correlation, bool onlyOne)
    {
        var world = new World(2, 7, 2, 12, 0.15, 0.01) { Correlation = correlation, OnlyOne = onlyOne };
        Assert.InRange(CoverageOf(world, 300), Coverage.Least - 0.01, Coverage.Most);
        Assert.InRange(AnyWrong(world, 400, ComparisonVerdict.Faster, ComparisonVerdict.Slower), 0, 0.065);
    }

    /// <summary>Each cell goes between two speeds, 0.67 x, that last for 0.27 s, as those of dotnet/tcp-async do:
    /// three of four neighbours are of one speed.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    public void Cells_of_two_speeds_of_their_own_are_covered(int rounds)
    {
        var world = new World(1, 1, rounds, 14, 0.1, 0.01) { OwnSecondSpeed = 0.5 };
        Assert.InRange(CoverageOf(world, 1500), Coverage.Least - 0.01, Coverage.Most);
        Assert.InRange(AnyWrong(world, 1000, ComparisonVerdict.Faster, ComparisonVerdict.Slower), 0, 0.07);
    }

    /// <summary>The machine goes between two speeds, 15 % apart, which stacks follow by half as much more or less.
    /// Where a speed lasts for as long as a round, rounds are all that tells it, and two or three are few.</summary>
    [Theory]
    [InlineData(2, 0.75, 0.93, 0.06)]
    [InlineData(3, 0.75, 0.93, 0.06)]
    [InlineData(2, 0.95, 0.91, 0.1)]
    [InlineData(3, 0.95, 0.91, 0.14)]
    public void A_machine_of_two_speeds_that_stacks_follow_unlike_is_nearly_covered(
        int rounds,
        double lasts,
        double covered,
        double wrong
    )
    {
        var world = new World(2, 7, rounds, 12, 0.13, 0.01)
        {
            SecondSpeed = 0.15,
            Unlike = 0.5,
            Lasts = lasts,
        };
        Assert.InRange(CoverageOf(world, 300), covered, Coverage.Most);
        Assert.InRange(AnyWrong(world, 400, ComparisonVerdict.Faster, ComparisonVerdict.Slower), 0, wrong);
    }

    /// <summary>Four slices tell too little of how alike they are.</summary>
    [Theory]
    [InlineData(1, 0.88)]
    [InlineData(2, 0.92)]
    public void Few_slices_that_are_alike_are_nearly_covered(int rounds, double covered)
    {
        var world = new World(1, 1, rounds, 4, 0.15, 0.01) { Correlation = 0.6 };
        Assert.InRange(CoverageOf(world, 2000), covered, 1);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    public void Any_wrong_verdict_comes_in_at_most_5_of_100_runs(int rounds) =>
        Assert.InRange(AnyWrong(Quick(rounds), 500, ComparisonVerdict.Faster, ComparisonVerdict.Slower), 0, 0.065);

    [Fact]
    public void A_difference_of_ten_percent_is_found_and_never_called_the_same()
    {
        var world = Quick(2, 0.005) with { Faster = 0.1, Others = 2 };
        Assert.InRange(AnyWrong(world, 200, ComparisonVerdict.Faster), 0.9, 1);
        Assert.InRange(AnyWrong(world with { Others = 1 }, 200, ComparisonVerdict.Same), 0, 0.05);
    }

    [Fact]
    public void Half_widths_of_quick_are_4_to_6_percent()
    {
        var random = new Random(2);
        Assert.InRange(Coverage.MeanHalfWidth(200, () => Quick(2).Run(random)), 0.03, 0.06);
    }

    [Theory]
    [InlineData(0.01, 0)]
    [InlineData(0.03, 0.5)]
    public void Who_stops_when_an_interval_is_narrow_enough_has_one_that_covers(double process, double correlation)
    {
        var random = new Random(7);
        var covered = Draws.Share(
            700,
            () =>
            {
                // Rounds are added until the interval is within 5 %, as StoppingRules does.
                var all = new World(1, 1, 20, 23, 0.1, process) { Correlation = correlation }
                    .Run(random)[0]
                    .Rounds;
                for (var rounds = RatioTest.FewestRounds; ; rounds++)
                {
                    var estimate = LogarithmEstimates.EstimateRatios(
                        [new(all.Take(rounds).ToList())],
                        LogarithmEstimates.ProcessShareWhereNarrowStops
                    )[0]!;
                    if (rounds == all.Count || estimate.RelativeHalfWidth(0.95) <= 0.05)
                        return Math.Abs(estimate.Mean) <= estimate.HalfWidth(0.95);
                }
            }
        );
        Assert.InRange(covered, Coverage.Least, 1);
    }
}
