using System.Text.Json;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tails;
using Xunit;

namespace Pingmark.Tests.Tails;

/// <summary>A window of 100,000 messages, whose slowest are known one by one.</summary>
public sealed class TailOfTrialTests
{
    private const long Us = 1_000,
        Ms = 1_000_000;

    /// <summary>A collection of 3 ms each 100 ms, and beside each a message of 3 ms.</summary>
    private static readonly IReadOnlyList<WatchedEvent> Collections =
    [
        .. Enumerable
            .Range(0, 50)
            .Select(i => new WatchedEvent(
                EventKind.Collection,
                "server",
                i * 100 * Ms,
                (i * 100 + 3) * Ms,
                3 * Ms,
                "gen0"
            )),
    ];

    private static readonly IReadOnlyList<WatchedSpan> Spans = [new(0, 5_000 * Ms)];

    /// <summary>Each second message is in a collection.</summary>
    private static CountedWindow Window(int slow = 100)
    {
        var sent = Enumerable.Range(0, slow).Select(i => i * 50 * Ms).ToList();
        var histogram = new Histogram();
        histogram.Record(100 * Us, 100_000);
        histogram.Record(3 * Ms, slow);
        return new()
        {
            DurationNs = 5_000 * Ms,
            Histogram = histogram.ToSparse(),
            Slowest = new([.. sent.Select(_ => 0)], sent, sent, [.. sent.Select(ns => ns + 3 * Ms)]),
        };
    }

    private static TrialRecord Trial(CountedWindow window, IReadOnlyList<WatchedEvent> events) =>
        new()
        {
            Round = 1,
            Block = 1,
            Cell = "a",
            Status = CellStatus.Ok,
            Unbroken = window,
            Events = TailOfTrial.Keep(window, events, Spans) with { WatchedNs = 5_000 * Ms, ObserverCpuNs = 5 * Ms },
        };

    [Fact]
    public void A_cell_tells_what_explains_its_slowest_messages_and_its_trials_add_up()
    {
        var tail = TailOfCell.Sum([Trial(Window(), Collections)])!;
        Assert.Equal((100, 100, 50), (tail.Beyond, tail.Known, tail.Unexplained));
        Assert.InRange(tail.ByChance, 2, 5);
        Assert.Equal(0.001, tail.ObserverCores);
        Assert.Equivalent(
            new TailCause("collection", "server", 50, 50, 3 * Ms, 3 * Ms, tail.ByChance, ["gen0"]),
            Assert.Single(tail.Causes)
        );
        tail = TailOfCell.Sum([Trial(Window(), Collections), Trial(Window(), [])])!;
        Assert.Equal((200, 200, 150), (tail.Beyond, tail.Known, tail.Unexplained));
    }

    [Fact]
    public void Only_messages_beyond_the_percentile_are_looked_at()
    {
        // Of 200 slow ones 100 are beyond it, but all have the same round trip, so that none is.
        var window = Window(slow: 200);
        Assert.Empty(SlowMessage.Beyond(window));
        Assert.Equal(0, SlowMessage.CountBeyond(window));
    }

    [Fact]
    public void Events_beside_all_slow_messages_are_in_the_sums_alone()
    {
        var apart = new WatchedEvent(EventKind.Steal, "pair", 20 * Ms, 30 * Ms, 10 * Ms);
        var kept = TailOfTrial.Keep(Window(), [.. Collections, apart], Spans);
        Assert.Equal(50, kept.Of.Count);
        Assert.DoesNotContain(kept.Events, one => one.Kind == EventKind.Steal);
        Assert.Contains(kept.Causes, sum => sum is { Kind: "steal", Events: 1, LastedNs: 10 * Ms });
        Assert.True(kept.IsConsistent);
        // What happened between the parts of a window is left out.
        var between = new WatchedEvent(EventKind.Collection, "server", 6_000 * Ms, 6_001 * Ms, Ms);
        Assert.Empty(TailOfTrial.Keep(Window(), [between], Spans).Causes);
    }

    [Fact]
    public void A_line_of_trials_tells_the_same_when_it_is_read_again_without_kinds_of_a_later_version()
    {
        var trial = Trial(Window(), Collections);
        var read = JsonSerializer.Deserialize<TrialRecord>(
            JsonSerializer.Serialize(trial, SummaryJson.LineOptions),
            SummaryJson.LineOptions
        )!;
        Assert.Equivalent(TailOfCell.Sum([trial]), TailOfCell.Sum([read]));
        var later = trial.Events! with { Causes = [trial.Events.Causes[0] with { Kind = "moonlight" }] };
        Assert.Equal(100, TailOfCell.Sum([trial with { Events = later }])!.Unexplained);
    }

    [Fact]
    public void Without_events_or_slowest_messages_nothing_is_told()
    {
        var without = Trial(Window(), []) with { Events = null };
        Assert.Null(TailOfCell.Sum([without, Trial(Window() with { Slowest = null }, Collections)]));
    }
}
