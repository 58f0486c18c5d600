using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>Verdicts where starts of processes differ by a known amount; the table of docs/statistics.md is
/// from here.</summary>
public class StartsTests
{
    private static readonly Starts ByThreePercent = Starts.Differing(0.03);

    [Fact]
    public void One_start_decides_what_is_half_as_fast_and_calls_no_equal_stack_faster()
    {
        var (covered, _, wrong, found) = (ByThreePercent with { Ratio = 0.5 }).Say(runs: 25);
        Assert.InRange(covered, 0.95, 1);
        Assert.Equal((0, 1), (wrong, found));
    }

    [Fact]
    public void A_second_start_narrows_intervals()
    {
        var (_, one, _, _) = ByThreePercent.Say(runs: 10);
        var (_, two, _, _) = (ByThreePercent with { Rounds = 2 }).Say(runs: 10);
        Assert.InRange(two, 0.03, 0.8 * one);
    }
}

[Trait("Gate", "no")]
public class SlowStartsTests
{
    [Fact]
    public void Any_wrong_verdict_is_rare_while_starts_differ_by_3_percent_or_less() =>
        Assert.All(
            from deviation in (double[])[0.01, 0.03]
            from rounds in (int[])[1, 2, 3]
            select Starts.Differing(deviation) with
            {
                Rounds = rounds,
            },
            world =>
            {
                var (covered, _, wrong, _) = world.Say(400);
                // 400 runs tell a coverage of 0.95 within 0.02.
                Assert.InRange(covered, 0.93, 1);
                Assert.InRange(wrong, 0, 0.03);
            }
        );

    [Fact]
    public void Where_starts_differ_by_10_percent_one_start_errs_in_one_run_of_ten_at_most()
    {
        Assert.InRange(Starts.Differing(0.1).Say(400).AnyWrong, 0, 0.1);
        Assert.InRange((Starts.Differing(0.1) with { Rounds = 2 }).Say(400).AnyWrong, 0, 0.05);
    }

    [Fact]
    public void One_start_of_four_slices_finds_most_of_what_is_half_as_fast() =>
        Assert.InRange((Starts.Differing(0.03) with { Ratio = 0.5, Slices = 4 }).Say(200).Found, 0.6, 1);
}
