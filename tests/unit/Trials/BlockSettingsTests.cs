using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BlockSettingsTests
{
    private const long Ms = 1_000_000,
        S = 1000 * Ms;

    private static BlockSettings Settings(long durationMs = 1000, int rounds = 5, long sliceMs = 100) =>
        new()
        {
            DurationNs = durationMs * Ms,
            SliceNs = sliceMs * Ms,
            Rounds = rounds,
        };

    [Fact]
    public void Tails_have_200_ms_at_a_time_and_without_a_budget_a_second_over_the_rounds()
    {
        Assert.All<(long DurationMs, int Rounds, long ContinuousMs)>(
            [(1000, 5, 200), (1000, 2, 500), (1000, 1, 1000), (300, 20, 200), (30_000, 10, 6000)],
            row => Assert.Equal(row.ContinuousMs * Ms, Settings(row.DurationMs, row.Rounds).ContinuousNs)
        );
    }

    [Fact]
    public void Within_a_budget_tails_have_100_ms_or_the_time_for_a_thousand_messages_up_to_200_ms()
    {
        var budgeted = Settings(durationMs: 400, rounds: 2) with { IsBudgeted = true };
        Assert.Equal(100 * Ms, budgeted.ContinuousNs);
        Assert.All<(double RatePerS, long ContinuousMs)>(
            [(50_000, 100), (8_000, 125), (1_000, 200), (0, 200)],
            row => Assert.Equal(row.ContinuousMs * Ms, budgeted.ContinuousNsAt(row.RatePerS))
        );
        Assert.Equal(500 * Ms, Settings(rounds: 2).ContinuousNsAt(50_000));
    }

    [Fact]
    public void Slices_have_the_rest_of_the_counted_time_or_of_the_messages_but_never_fewer_than_four() =>
        Assert.All<(long DurationMs, int? Messages, int Slices)>(
            [(1000, null, 8), (100, null, 4), (30_000, null, 240), (1000, 100_000, 40), (1000, 10, 4)],
            row =>
                Assert.Equal(
                    row.Slices,
                    Settings(row.DurationMs).SlicesPerCell(new() { Messages = row.Messages }, 20_000)
                )
        );

    [Fact]
    public void Messages_that_do_not_fill_four_slices_are_counted_in_one_window()
    {
        Assert.True(Settings().HasMessagesForSlices(new(), 20_000));
        Assert.True(Settings().HasMessagesForSlices(new() { Messages = 10_001 }, 20_000));
        Assert.False(Settings().HasMessagesForSlices(new() { Messages = 9_000 }, 20_000));
    }

    [Fact]
    public void A_whole_trial_has_the_time_that_tails_need()
    {
        Assert.Equal(200 * Ms, Settings(durationMs: 50).UnslicedNs(new(), 20_000));
        Assert.Equal(S, Settings().UnslicedNs(new(), 20_000));
    }

    [Fact]
    public void Within_a_budget_messages_are_a_limit_and_time_another()
    {
        var settings = Settings(durationMs: 2000) with { IsBudgeted = true };
        Assert.Equal((null, 2 * S), Counted(500_000));
        Assert.Equal((null, S / 2), Counted(10_000));
        Assert.Equal(39_000, settings.Messages(new() { Messages = 500_000, LapMessages = 3_000 }, 20_000));
        Assert.Null(settings.Messages(new(), 20_000));
        Assert.Equal(500_000, (settings with { IsBudgeted = false }).Messages(new() { Messages = 500_000 }, 20_000));

        (long? Messages, long Ns) Counted(int asked) =>
            (
                settings.Messages(new() { Messages = asked }, 20_000),
                settings.CountedNs(new() { Messages = asked }, 20_000)
            );
    }

    [Fact]
    public void A_fifth_of_the_messages_is_in_the_continuous_window_in_whole_laps() =>
        Assert.All<(long All, int? Lap, long Expected)>(
            [(100_000, null, 20_000), (100_000, 10_000, 20_000), (100_000, 7_000, 14_000), (10_000, 10_000, 10_000)],
            row =>
                Assert.Equal(row.Expected, BlockSettings.ContinuousMessages(new() { LapMessages = row.Lap }, row.All))
        );

    [Fact]
    public void Load_settles_for_a_tenth_of_a_slice_and_3_ms_at_least()
    {
        Assert.Equal(3 * Ms, Settings(sliceMs: 20).SliceSettleNs);
        Assert.Equal(10 * Ms, Settings(sliceMs: 100).SliceSettleNs);
    }
}
