using Pingmark.Evidence;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Evidence;

public class CellEvidenceTests
{
    private static CellEvidence Sliced(double slicesPerS, int rounds = 5) =>
        Trial.Evidence(Trial.Rounds(rounds, n => Trial.Of(Trial.Window(10_000 + 10 * n), Trial.Window(slicesPerS))));

    [Fact]
    public void Figures_come_from_slices_while_these_are_earned()
    {
        Assert.True(Sliced(9_900).IsSliced);
        Assert.All(Sliced(9_900).PrimaryByRound(), round => Assert.Equal(9_900, Assert.Single(round).ThroughputPerS));
    }

    [Fact]
    public void Figures_come_from_continuous_windows_where_slices_mislead()
    {
        foreach (var sliced in new[] { Sliced(9_000), Sliced(11_000) })
        {
            Assert.True(sliced.SlicingMisleads);
            Assert.False(sliced.IsSliced);
            Assert.All(
                sliced.PrimaryByRound(),
                round => Assert.InRange(Assert.Single(round).ThroughputPerS, 10_000, 10_100)
            );
        }
    }

    [Fact]
    public void Before_the_third_round_or_where_a_difference_scatters_as_widely_nobody_can_say()
    {
        var early = Sliced(5_000, rounds: 2);
        Assert.Equal((null, false), (early.SlicedToContinuous, early.SlicingMisleads));
        var trials = Trial.Rounds(5, n => Trial.Of(Trial.Window(), Trial.Window(n % 2 == 0 ? 7_000 : 12_000)));
        Assert.False(Trial.Evidence(trials).SlicingMisleads);
    }

    [Fact]
    public void Trials_that_failed_are_kept_and_not_counted()
    {
        var trial = Trial.Of();
        var failed = trial with { Status = CellStatus.Failed };
        var evidence = Trial.Evidence(trial, failed, trial with { Unbroken = null });
        Assert.Equal((3, 1), (evidence.Records.Count, evidence.Ok.Count));
    }

    [Fact]
    public void Blocks_of_one_round_are_one_round()
    {
        var evidence = Trial.Evidence(
            Trial.Of(round: 2, block: 3),
            Trial.Of(round: 1, block: 1),
            Trial.Of(round: 1, block: 2)
        );
        Assert.Equal([2, 1], evidence.PrimaryByRound().Select(r => r.Count));
    }

    [Fact]
    public void A_trial_that_a_check_withholds_is_kept_and_not_counted()
    {
        var wrong = Trial.Of(Trial.Window() with { Answered = 1 }, round: 2);
        var evidence = Trial.Evidence(Trial.Of(round: 1), wrong, Trial.Of(round: 3));
        Assert.Equal((3, 2, 1), (evidence.Records.Count, evidence.Ok.Count, evidence.Withheld));
        Assert.Equal([1, 3], evidence.Ok.Select(r => r.Round));
        Assert.Equal("counts", Assert.Single(evidence.TrialFindings).Check.Id);
    }
}
