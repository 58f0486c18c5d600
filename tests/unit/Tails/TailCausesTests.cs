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

    /// <summary>The excess of the message is 4 ms.</summary>
    [Fact]
    public void An_event_explains_a_message_that_it_held_up_for_half_of_the_excess()
    {
        var message = Message(10_000, 14_100);
        Assert.NotNull(Cause(message, Event(EventKind.Collection, 11_000, 13_050)));
        Assert.Null(Cause(message, Event(EventKind.Collection, 11_000, 12_950)));
        // Only what is within the round trip counts.
        Assert.Null(Cause(message, Event(EventKind.Collection, 5_000, 11_900)));
        // Of a reading only the time counts that it told.
        Assert.Null(Cause(message, Event(EventKind.RunQueue, 9_000, 15_000, 1_200)));
        Assert.NotNull(Cause(message, Event(EventKind.RunQueue, 9_000, 15_000, 2_100)));
    }

    [Fact]
    public void Several_events_of_one_cause_count_together_but_what_overlaps_once()
    {
        var (message, first) = (Message(10_000, 14_100), Event(EventKind.Collection, 10_500, 11_600));
        Assert.Equal(
            new EventCause(EventKind.Collection, "server"),
            Cause(message, first, Event(EventKind.Collection, 12_500, 13_600))
        );
        Assert.Null(Cause(message, first, Event(EventKind.Collection, 12_500, 13_600, side: "client")));
        first = Event(EventKind.Safepoint, 10_500, 11_800);
        Assert.Null(Cause(message, first, Event(EventKind.Safepoint, 10_600, 11_900)));
    }

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
    [Fact]
    public void A_retransmission_ends_a_wait_and_a_dropped_datagram_begins_one()
    {
        Assert.NotNull(Caused(201_500, EventKind.RetransmissionTimeout, 200_000, 201_000));
        Assert.Null(Caused(201_500, EventKind.RetransmissionTimeout, 20_000, 21_000));
        Assert.Null(Caused(201_500, EventKind.RetransmissionTimeout, 202_000, 203_000));
        Assert.NotNull(Caused(50_100, EventKind.DroppedDatagram, 1_000, 6_000));
        Assert.Null(Caused(50_100, EventKind.DroppedDatagram, 45_000, 50_000));

        static EventCause? Caused(double untilUs, EventKind kind, double readFromUs, double readToUs) =>
            Cause(Message(0, untilUs), Event(kind, readFromUs, readToUs, 0.001));
    }

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
