using Pingmark.Evidence;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Evidence;

/// <summary>What shows that a cell had no one rate, and how far its figures may be off for it.</summary>
public sealed class SettlingTests
{
    /// <summary>10,000 messages a second in 20 slices and in one piece.</summary>
    private static readonly TrialRecord Honest = Trial.Of(slices: Trial.Window()) with
    {
        SliceRatesPerS = Scattered(10_000, 20),
    };

    private static CellEvidence One(TrialRecord trial) => Trial.Evidence(trial);

    [Fact]
    public void Of_an_honest_cell_there_is_nothing_to_say() => IsSilent(One(Honest));

    [Fact]
    public void A_rate_that_moves_within_a_trial_by_more_than_chance_is_a_sign()
    {
        static CellEvidence Moving(double factor) =>
            One(Honest with { SliceRatesPerS = [.. Scattered(10_000, 10), .. Scattered(10_000 * factor, 10)] });
        IsSilent(Moving(1.2));
        Says(Moving(1.5), UnsettledSign.Moved, 1.5, Math.Log(1.5));
        Says(Moving(0.6), UnsettledSign.Moved, 0.6, -Math.Log(0.6));
    }

    /// <summary>The machine moved all of them alike, or its neighbours alone.</summary>
    [Fact]
    public void A_rate_that_moves_as_its_neighbours_do_is_none()
    {
        var moved = Honest with { SliceRatesPerS = [.. Scattered(10_000, 10), .. Scattered(15_000, 10)] };
        IsSilent(One(moved with { NeighboursSecondToFirstHalf = 1.5 }));
        IsSilent(One(Honest with { NeighboursSecondToFirstHalf = 0.7 }));
    }

    [Fact]
    public void A_rate_that_moves_by_more_than_five_percent_over_rounds_is_a_sign()
    {
        static CellEvidence Moving(double factor, int rounds = 5) =>
            Trial.Evidence(
                Trial.Rounds(
                    rounds,
                    n => Trial.Of() with { SliceRatesPerS = [1000 + n, 1000, 1000 * factor, 1000 * factor + n] }
                )
            );
        Says(Moving(1.2), UnsettledSign.Moved, 1.2, Math.Log(1.2));
        Says(Moving(0.8), UnsettledSign.Moved, 0.8, -Math.Log(0.8));
        IsSilent(Moving(1.04));
        IsSilent(Moving(0.96));
        IsSilent(Moving(1.25, rounds: 1));
        IsSilent(Trial.Evidence(Trial.Rounds(5, _ => Trial.Of() with { SliceRatesPerS = [1000, 1000, 2000] })));
    }

    /// <summary>Only what is beyond their noise is a change.</summary>
    [Fact]
    public void Slices_and_the_continuous_window_tell_one_rate_but_for_chance()
    {
        IsSilent(Sliced(Scattered(11_000, 20)));
        IsSilent(Sliced(Scattered(9_100, 20)));
        IsSilent(Sliced([.. Enumerable.Range(0, 20).Select(i => i % 2 == 0 ? 5_000.0 : 23_000)]));
        foreach (var ratio in new[] { 1.25, 0.8 })
        {
            var cell = Sliced(Scattered(10_000 * ratio, 20));
            Assert.Equal(UnsettledSign.TwoRates, cell.Unsettled!.Sign);
            Assert.Equal(ratio, cell.Unsettled.Ratio, 6);
            Assert.InRange(cell.UnsettledLog, 0.05, Math.Abs(Math.Log(ratio)) - Math.Log(1.1));
        }
    }

    /// <summary>Slices scatter by 15 %, and of a window of 200 ms half may be in one of the states that they
    /// tell.</summary>
    [Fact]
    public void A_short_window_tells_less_than_a_long_one()
    {
        static CellEvidence Beside(double unbrokenS, double perS) =>
            Sliced([.. Enumerable.Range(0, 40).Select(i => perS * (i % 2 == 0 ? 0.85 : 1.15))], unbrokenS);
        IsSilent(Beside(0.2, 12_000));
        Assert.Equal(1.5, Beside(0.2, 15_000).Unsettled!.Ratio, 6);
        Assert.Equal(1.3, Beside(2, 13_000).Unsettled!.Ratio, 6);
    }

    [Fact]
    public void A_rate_that_was_asked_for_is_the_same_in_both() =>
        IsSilent(
            Trial.Evidence(
                new Scenario { RatePerS = 10_000 },
                Honest with
                {
                    Slices = Trial.Window(14_000),
                    SliceRatesPerS = Scattered(14_000, 20),
                }
            )
        );

    /// <summary>Where they always do, figures come from continuous windows alone.</summary>
    [Fact]
    public void Slices_that_always_differ_are_given_up_and_are_no_sign()
    {
        static CellEvidence Differing(int rounds) =>
            Trial.Evidence(Trial.Rounds(rounds, n => Trial.Of(Trial.Window(10_000 + 10 * n), Trial.Window(5_000))));
        Assert.Equal(UnsettledSign.TwoRates, Differing(2).Unsettled!.Sign);
        IsSilent(Differing(3));
    }

    [Fact]
    public void How_the_warm_up_ended_is_a_sign_where_most_trials_say_so()
    {
        static CellEvidence Ended(WarmUpVerdict verdict, int trials, TrialRecord of) =>
            Trial.Evidence(
                Trial.Rounds(5, n => of with { WarmUp = new(1, 1, n > trials ? WarmUpVerdict.Settled : verdict) })
            );
        Says(Ended(WarmUpVerdict.Compiling, 3, Trial.Of()), UnsettledSign.Compiling, 1, 0);
        Says(Ended(WarmUpVerdict.Working, 3, Trial.Of()), UnsettledSign.Working, 1, 0);
        Says(Ended(WarmUpVerdict.Slowing, 3, Trial.Of()), UnsettledSign.Slowing, 1, 0);
        IsSilent(Ended(WarmUpVerdict.Timed, 5, Trial.Of()));
        IsSilent(Ended(WarmUpVerdict.Compiling, 2, Trial.Of()));
        Says(Ended(WarmUpVerdict.Capped, 3, Trial.Of()), UnsettledSign.NotSettled, 1, 0);
        // Slices show whether it moved.
        IsSilent(Ended(WarmUpVerdict.Compiling, 5, Honest));
        IsSilent(Ended(WarmUpVerdict.Capped, 5, Honest));
    }

    /// <summary>No mark, and a fifth of the change.</summary>
    [Fact]
    public void One_trial_of_five_widens_by_its_share()
    {
        var moved = Honest with { SliceRatesPerS = [.. Scattered(10_000, 10), .. Scattered(20_000, 10)] };
        var cell = Trial.Evidence(Trial.Rounds(5, n => n == 2 ? moved : Honest));
        Assert.Null(cell.Unsettled);
        Assert.Equal(Math.Log(2) / 5, cell.UnsettledLog, 6);
    }

    private static void IsSilent(CellEvidence cell) => Assert.Equal((null, 0), (cell.Unsettled, cell.UnsettledLog));

    private static void Says(CellEvidence cell, UnsettledSign sign, double ratio, double log)
    {
        Assert.Equal(sign, cell.Unsettled!.Sign);
        Assert.Equal(ratio, cell.Unsettled.Ratio, 2);
        Assert.Equal(log, cell.UnsettledLog, 2);
    }

    private static CellEvidence Sliced(IReadOnlyList<double> ratesPerS, double unbrokenS = 1) =>
        One(
            Trial.Of(Trial.Window(seconds: unbrokenS), Trial.Window(ratesPerS.Average())) with
            {
                SliceRatesPerS = ratesPerS,
            }
        );

    /// <summary>Up and down by 5 %.</summary>
    private static List<double> Scattered(double perS, int count) =>
        Enumerable.Range(0, count).Select(i => perS * (i % 2 == 0 ? 0.95 : 1.05)).ToList();
}
