using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class BlockSettingsTests
{
    private const long Ms = 1_000_000,
        S = 1000 * Ms;

    [Theory]
    [InlineData(1000, 5, 200)]
    [InlineData(1000, 2, 500)]
    [InlineData(1000, 1, 1000)]
    [InlineData(300, 20, 200)]
    [InlineData(30_000, 10, 6000)]
    public void Tails_have_200_ms_at_a_time_and_a_second_over_the_rounds(
        long durationMs,
        int rounds,
        long continuousMs
    ) =>
        Assert.Equal(
            continuousMs * Ms,
            new BlockSettings
            {
                DurationNs = durationMs * Ms,
                SliceNs = 100 * Ms,
                Rounds = rounds,
            }.ContinuousNs
        );

    [Theory]
    [InlineData(1000, 8)]
    [InlineData(100, 4)]
    [InlineData(30_000, 240)]
    public void Slices_have_the_rest_of_the_counted_time_but_never_fewer_than_four(long durationMs, int slices) =>
        Assert.Equal(
            slices,
            new BlockSettings
            {
                DurationNs = durationMs * Ms,
                SliceNs = 100 * Ms,
                Rounds = 5,
            }.SlicesPerCell(new(), 20_000)
        );

    [Theory]
    [InlineData(1, 4)]
    [InlineData(2, 6)]
    [InlineData(3, 4)]
    [InlineData(12, 4)]
    public void The_fewest_slices_of_all_rounds_are_enough_for_a_verdict(int rounds, int slices)
    {
        var settings = new BlockSettings
        {
            DurationNs = 0,
            SliceNs = 100 * Ms,
            Rounds = rounds,
        };
        Assert.Equal(slices, settings.FewestSlices);
        Assert.Equal(slices, settings.SlicesPerCell(new(), 20_000));
        Assert.Equal(settings.ContinuousNs + slices * 100 * Ms, settings.LeastCountedNs);
    }

    [Fact]
    public void Messages_decide_the_number_of_slices_where_they_are_asked_for()
    {
        var settings = new BlockSettings
        {
            DurationNs = S,
            SliceNs = 100 * Ms,
            Rounds = 5,
        };
        Assert.Equal(40, settings.SlicesPerCell(new() { Messages = 100_000 }, 20_000));
        Assert.Equal(4, settings.SlicesPerCell(new() { Messages = 10 }, 20_000));
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData(10_001, true)]
    [InlineData(9_000, false)]
    public void Messages_that_do_not_fill_four_slices_are_counted_in_one_window(int? messages, bool fills) =>
        Assert.Equal(
            fills,
            new BlockSettings
            {
                DurationNs = S,
                SliceNs = 100 * Ms,
                Rounds = 5,
            }.FillsSlices(new() { Messages = messages }, 20_000)
        );

    [Fact]
    public void A_whole_trial_has_the_time_that_tails_need()
    {
        var settings = new BlockSettings
        {
            DurationNs = 50 * Ms,
            SliceNs = 100 * Ms,
            Rounds = 5,
        };
        Assert.Equal(200 * Ms, settings.WholeNs(new(), 20_000));
        Assert.Equal(S, (settings with { DurationNs = S }).WholeNs(new(), 20_000));
    }

    [Fact]
    public void Within_a_budget_messages_are_a_limit_and_time_another()
    {
        var settings = new BlockSettings
        {
            DurationNs = 2 * S,
            SliceNs = 100 * Ms,
            Rounds = 5,
            IsBudgeted = true,
        };
        Assert.Equal(
            (null, 2 * S),
            (
                settings.Messages(new() { Messages = 500_000 }, 20_000),
                settings.CountedNs(new() { Messages = 500_000 }, 20_000)
            )
        );
        Assert.Equal(
            (null, S / 2),
            (
                settings.Messages(new() { Messages = 10_000 }, 20_000),
                settings.CountedNs(new() { Messages = 10_000 }, 20_000)
            )
        );
        Assert.Equal(39_000, settings.Messages(new() { Messages = 500_000, LapMessages = 3_000 }, 20_000));
        Assert.Null(settings.Messages(new(), 20_000));
        Assert.Equal(500_000, (settings with { IsBudgeted = false }).Messages(new() { Messages = 500_000 }, 20_000));
    }

    [Theory]
    [InlineData(100_000, null, 20_000)]
    [InlineData(100_000, 10_000, 20_000)]
    [InlineData(100_000, 7_000, 14_000)]
    [InlineData(10_000, 10_000, 10_000)]
    public void A_fifth_of_the_messages_is_in_the_continuous_window_in_whole_laps(long all, int? lap, long expected) =>
        Assert.Equal(
            expected,
            new BlockSettings
            {
                DurationNs = S,
                SliceNs = S,
                Rounds = 5,
            }.ContinuousMessages(new() { LapMessages = lap }, all)
        );

    [Fact]
    public void A_budget_shortens_tails_to_200_ms_at_a_time() =>
        Assert.Equal(
            200 * Ms,
            new BlockSettings
            {
                DurationNs = S,
                SliceNs = 100 * Ms,
                Rounds = 2,
                IsBudgeted = true,
            }.ContinuousNs
        );

    [Theory]
    [InlineData(20, 3)]
    [InlineData(100, 10)]
    public void Load_settles_for_a_tenth_of_a_slice_and_3_ms_at_least(long sliceMs, long settleMs) =>
        Assert.Equal(
            settleMs * Ms,
            new BlockSettings
            {
                DurationNs = S,
                SliceNs = sliceMs * Ms,
                Rounds = 5,
            }.SliceSettleNs
        );
}
