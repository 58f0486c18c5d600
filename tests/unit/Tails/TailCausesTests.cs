using Pingmark.Model;
using Pingmark.Tails;
using Xunit;

namespace Pingmark.Tests.Tails;

/// <summary>Messages whose causes are known. Times are in µs.</summary>
public sealed class TailCausesTests
{
    private const double MedianUs = 100;

    private static SlowMessage Message(double fromUs, double toUs) =>
        new(0, (long)(fromUs * 1000), (long)(toUs * 1000), (toUs - fromUs - MedianUs) * 1000);

    private static WatchedEvent Event(
        EventKind kind,
        double fromUs,
        double toUs,
        double? lastedUs = null,
        string side = "server"
    ) => new(kind, side, (long)(fromUs * 1000), (long)(toUs * 1000), (long)((lastedUs ?? toUs - fromUs) * 1000));

    private static EventCause? Cause(SlowMessage message, params WatchedEvent[] events) =>
        new TailCauses(events).Explain(message);

    [Theory]
    [InlineData(2050, true)]
    [InlineData(1950, false)]
    public void An_event_explains_a_message_that_it_held_up_for_half_of_the_excess(double lastedUs, bool explains) =>
        // Its excess is 4 ms.
        Assert.Equal(
            explains,
            Cause(Message(10_000, 14_100), Event(EventKind.Collection, 11_000, 11_000 + lastedUs)) is not null
        );

    [Fact]
    public void Only_what_is_within_the_round_trip_counts() =>
        Assert.Null(Cause(Message(10_000, 14_100), Event(EventKind.Collection, 5_000, 11_900)));

    [Fact]
    public void Of_a_reading_only_the_time_counts_that_it_told() =>
        Assert.Equal(
            [null, EventKind.RunQueue],
            new[] { 1_200, 2_100 }.Select(waitedUs =>
                Cause(Message(10_000, 14_100), Event(EventKind.RunQueue, 9_000, 15_000, waitedUs))?.Kind
            )
        );

    /// <summary>Of the reading 4.1 ms are the message's: of a short one the wait may be there. Of one of 40 ms there is
    /// room elsewhere for 35.9 ms; 20 of it may be taken away, so that 4.2 ms of 20 must be there, and none of
    /// 12.</summary>
    [Theory]
    [InlineData(5_000, 2_500, "run_queue")]
    [InlineData(20_000, 2_500, "run_queue")]
    [InlineData(40_000, 20_000, "run_queue")]
    [InlineData(40_000, 12_000, null)]
    public void Of_a_long_reading_counts_what_has_no_room_elsewhere(double lengthUs, double waitedUs, string? kind) =>
        Assert.Equal(
            kind,
            Cause(Message(10_000, 14_100), Event(EventKind.RunQueue, 9_000, 9_000 + lengthUs, waitedUs))?.Kind.Key
        );

    /// <summary>A client that waits for its core while the server sleeps is no later for it.</summary>
    [Fact]
    public void A_sleep_that_covers_a_message_explains_it_and_not_a_wait_meanwhile() =>
        Assert.Equal(
            EventKind.SleptElsewhere,
            Cause(
                Message(10_000, 32_000),
                Event(EventKind.SleptElsewhere, 10_500, 30_500),
                Event(EventKind.RunQueue, 12_000, 17_000, 4_900, "client"),
                Event(EventKind.RunQueue, 17_000, 22_000, 4_900, "client"),
                Event(EventKind.RunQueue, 22_000, 27_000, 4_900, "client")
            )?.Kind
        );

    [Fact]
    public void Several_events_of_one_cause_count_together() =>
        Assert.Equal(
            new EventCause(EventKind.Collection, "server"),
            Cause(
                Message(10_000, 14_100),
                Event(EventKind.Collection, 10_500, 11_600),
                Event(EventKind.Collection, 12_500, 13_600)
            )
        );

    /// <summary>A thread that is stopped waits for the core that the collector has, and longer than the collection
    /// is.</summary>
    [Theory]
    [InlineData("server", 2_100, "collection")]
    [InlineData("server", 1_900, "run_queue")]
    [InlineData("client", 2_100, "run_queue")]
    public void A_wait_while_all_threads_of_its_side_are_stopped_is_of_the_collection(
        string side,
        double collectedUs,
        string kind
    ) =>
        Assert.Equal(
            kind,
            Cause(
                Message(10_000, 14_100),
                Event(EventKind.Collection, 11_000, 11_000 + collectedUs, side: side),
                Event(EventKind.RunQueue, 9_000, 15_000, 3_500)
            )?.Kind.Key
        );

    [Fact]
    public void Events_of_two_causes_do_not() =>
        Assert.Null(
            Cause(
                Message(10_000, 14_100),
                Event(EventKind.Collection, 10_500, 11_600),
                Event(EventKind.Collection, 12_500, 13_600, side: "client")
            )
        );

    [Fact]
    public void What_overlaps_counts_once() =>
        Assert.Null(
            Cause(
                Message(10_000, 14_100),
                Event(EventKind.Compilation, 10_500, 11_800),
                Event(EventKind.Compilation, 10_600, 11_900)
            )
        );

    [Fact]
    public void The_cause_that_held_it_up_longest_explains_it() =>
        Assert.Equal(
            EventKind.Steal,
            Cause(
                Message(10_000, 14_100),
                Event(EventKind.Collection, 10_500, 12_600),
                Event(EventKind.Steal, 10_500, 13_500)
            )?.Kind
        );

    /// <summary>What was under way at a retransmission had waited from its send to it, and not beyond.</summary>
    [Theory]
    [InlineData(200_000, 201_000, true)]
    [InlineData(20_000, 21_000, false)]
    [InlineData(202_000, 203_000, false)]
    public void A_retransmission_ends_a_wait(double readFromUs, double readToUs, bool explains) =>
        Assert.Equal(
            explains,
            Cause(Message(0, 201_500), Event(EventKind.RetransmissionTimeout, readFromUs, readToUs, 0.001)) is not null
        );

    [Theory]
    [InlineData(1_000, true)]
    [InlineData(45_000, false)]
    public void A_dropped_datagram_begins_one(double atUs, bool explains) =>
        Assert.Equal(
            explains,
            Cause(Message(0, 50_100), Event(EventKind.DroppedDatagram, atUs, atUs + 5_000, 0.001)) is not null
        );

    /// <summary>Each kind with a message of its own, and one that nothing explains.</summary>
    [Fact]
    public void Every_kind_is_told_from_the_others()
    {
        var causes = new TailCauses(
            EventKind.All.Index().Select(one => Event(one.Item, one.Index * 20_000 + 1_000, one.Index * 20_000 + 4_000))
        );
        Assert.Equal(
            EventKind.All,
            EventKind.All.Index().Select(one => causes.Explain(At(one.Index))?.Kind).OfType<EventKind>()
        );
        Assert.Null(causes.Explain(At(EventKind.All.Count)));

        static SlowMessage At(int number) => Message(number * 20_000 + 800, number * 20_000 + 4_200);
    }

    /// <summary>Events that are there for a tenth of the time explain a tenth of short messages by chance.</summary>
    [Fact]
    public void The_share_by_chance_is_that_of_events_at_random_times()
    {
        var events = Enumerable
            .Range(0, 10)
            .Select(i => Event(EventKind.Collection, i * 100_000, i * 100_000 + 10_000));
        var messages = Enumerable.Range(0, 100).Select(i => Message(i * 10_000 + 100, i * 10_000 + 400)).ToList();
        var byChance = new TailCauses(events).ByChance(messages, [new(0, 1_000_000_000)]);
        Assert.InRange(Assert.Single(byChance).Value, 8, 12);
    }

    [Fact]
    public void By_chance_events_do_not_leave_their_part_of_the_window()
    {
        var byChance = new TailCauses([Event(EventKind.Collection, 0, 1_000_000)]).ByChance(
            [Message(2_100_000, 2_101_000)],
            [new(0, 1_000_000_000), new(2_000_000_000, 3_000_000_000)]
        );
        Assert.Equal(0, Assert.Single(byChance).Value);
    }
}
