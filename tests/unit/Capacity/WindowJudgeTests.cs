using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Capacity;

public class WindowJudgeTests
{
    private static CapacitySettings Asking(string objectives, CapacityKind kind = CapacityKind.Rate) =>
        new(kind, [.. objectives.Split(',').Select(text => Objectives.Read(text, "slo"))], 60_000_000_000);

    private static bool IsMet(string objective, CountedWindow window, CapacityKind kind = CapacityKind.Rate) =>
        new WindowJudge(Asking(objective, kind)).Values(window).All(value => value.IsMet);

    [Fact]
    public void Slow_ones_count() =>
        Assert.All<(string Objective, long SlowOf10000, bool IsMet)>(
            [
                ("p99<1ms", 99, true),
                ("p99<1ms", 101, false),
                ("p99.9<1ms", 11, false),
                ("late(1ms)<1%", 99, true),
                ("late(1ms)<1%", 101, false),
            ],
            row =>
                Assert.Equal(row.IsMet, IsMet(row.Objective, Windows.Of(10_000, 100_000, row.SlowOf10000, 2_000_000)))
        );

    /// <summary>A server that drops what is late has no slow answers, and is not better for it.</summary>
    [Fact]
    public void Lost_ones_are_later_than_all_others()
    {
        Assert.All<(string Objective, long LostOf10000, bool IsMet)>(
            [
                ("p99<1ms", 99, true),
                ("p99<1ms", 101, false),
                ("lost<0.1%", 9, true),
                ("lost<0.1%", 10, false),
                ("lost<=0.1%", 10, true),
                ("lost<=0%", 1, false),
                ("late(1ms)<1%", 101, false),
            ],
            row => Assert.Equal(row.IsMet, IsMet(row.Objective, Windows.Of(10_000, 100_000, lost: row.LostOf10000)))
        );
        // What is beyond all that was measured has no value.
        Assert.Null(new WindowJudge(Asking("p99<1ms")).Values(Windows.Of(1000, 100_000, lost: 500))[0].Value);
    }

    /// <summary>Snapshots are what players see.</summary>
    [Fact]
    public void Snapshots_of_players_count_as_well()
    {
        var window = Windows.Of(1000, 100_000);
        var lateness = new Histogram();
        lateness.Record(1_000_000, 970);
        lateness.Record(60_000_000, 30);
        window = window with { Snapshots = new(1000, 5, lateness.ToSparse(), lateness.ToSparse()) };
        Assert.True(IsMet("p99<50ms", window));
        Assert.False(IsMet("p99<50ms", window, CapacityKind.Players));
        Assert.False(IsMet("lost<0.1%", window, CapacityKind.Players));
        Assert.False(IsMet("late(50ms)<3%", window, CapacityKind.Players));
        Assert.True(IsMet("late(50ms)<4%", window, CapacityKind.Players));
    }

    [Fact]
    public void The_margin_agrees_with_the_verdict() =>
        Assert.All<(string Objective, long Lost, long RttNs)>(
            [
                ("p99<1ms", 0, 500_000),
                ("p99<1ms", 0, 2_000_000),
                ("lost<0.1%", 0, 100_000),
                ("lost<0.1%", 3, 100_000),
                ("lost<=0%", 0, 100_000),
                ("lost<=0%", 1, 100_000),
            ],
            row =>
            {
                var window = Windows.Of(200, row.RttNs, lost: row.Lost);
                var judge = new WindowJudge(Asking(row.Objective));
                var isMet = judge.Values(window)[0].IsMet;
                Assert.Equal(isMet, judge.Answer(Step(window))!.Margin < 0);
                Assert.Equal(isMet, judge.Worst(window) is null);
            }
        );

    [Fact]
    public void The_worst_objective_decides()
    {
        var judge = new WindowJudge(Asking("p99<1ms,p50<200us"));
        var window = Windows.Of(10_000, 300_000);
        Assert.Equal("p50<200us", judge.Worst(window)!.Text);
        Assert.InRange(judge.Answer(Step(window))!.Margin, Math.Log(1.49), Math.Log(1.51));
    }

    /// <summary>Shares can be averaged over windows, and percentiles can't.</summary>
    [Fact]
    public void The_excess_is_the_share_beyond_the_limit_against_that_which_may_be() =>
        Assert.All<(string Objectives, long Slow, long Lost, double Excess)>(
            [
                ("p99<1ms", 150, 0, 1.5),
                ("p99<1ms", 50, 50, 1),
                ("late(1ms)<2%", 100, 0, 0.5),
                ("lost<0.1%", 0, 20, 2),
                ("p99<1ms,lost<0.1%", 50, 20, 2),
                ("lost<=0%", 0, 0, 0),
            ],
            row =>
            {
                var window = Windows.Of(10_000, 100_000, row.Slow, 2_000_000, row.Lost);
                Assert.Equal(row.Excess, new WindowJudge(Asking(row.Objectives)).Answer(Step(window))!.Excess, 6);
            }
        );

    [Fact]
    public void A_window_can_not_see_less_overload_than_its_limit_is_of_its_length() =>
        Assert.Equal(
            0.05,
            new WindowJudge(Asking("p99<1ms,late(50ms)<1%")).Answer(Step(Windows.Of(10_000, 100_000)))!.Unseen,
            6
        );

    private static CapacityStep Step(CountedWindow window) =>
        new()
        {
            Cell = "a",
            Generation = 1,
            Number = 1,
            Offered = 1000,
            Window = window,
        };
}
