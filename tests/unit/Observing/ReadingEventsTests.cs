using Pingmark.Model;
using Pingmark.Observing.Kernel;
using Xunit;

namespace Pingmark.Tests.Observing;

/// <summary>Readings each 5 ms, whose events are known.</summary>
public sealed class ReadingEventsTests
{
    private const long Us = 1_000,
        Ms = 1_000_000;

    private static Readings Each5Ms(int count, Func<int, long> grown)
    {
        var readings = new Readings();
        for (var i = 0; i < count; i++)
            readings.Add(new(i * 5 * Ms, (i + 1) * 5 * Ms, grown(i)));
        return readings;
    }

    [Fact]
    public void A_wait_may_have_begun_before_the_reading_that_tells_it() =>
        Assert.Equal(
            [new WatchedEvent(EventKind.RunQueue, "server", 50 * Ms - 100 * Ms, 55 * Ms, 100 * Ms, "main")],
            ReadingEvents.FromWaits(Each5Ms(100, i => i == 10 ? 100 * Ms : 0), "server", _ => "main")
        );

    /// <summary>Waits of 1 ms in each reading are in the median round trip, too.</summary>
    [Fact]
    public void What_is_usual_in_the_window_or_too_short_to_be_felt_is_no_event()
    {
        var waits = Each5Ms(100, i => i == 10 ? 3 * Ms : 1 * Ms);
        Assert.Equal([2 * Ms], ReadingEvents.FromWaits(waits, "server", _ => "").Select(one => one.LastedNs));
        waits = Each5Ms(100, i => i == 10 ? 10 * Us : 0);
        Assert.Empty(ReadingEvents.FromWaits(waits, "server", _ => ""));
    }

    [Fact]
    public void Where_ticks_are_rare_one_tells_that_its_reading_had_them() =>
        Assert.Equal(
            [new WatchedEvent(EventKind.Steal, "pair", 50 * Ms, 55 * Ms, 5 * Ms)],
            ReadingEvents.FromTicks(Each5Ms(100, i => i == 10 ? 1 : 0), EventKind.Steal, "pair")
        );

    /// <summary>Where time adds up all the while, each tenth millisecond ends a tick.</summary>
    [Fact]
    public void Where_ticks_come_all_the_while_only_more_than_one_tell() =>
        Assert.Equal(
            [50 * Ms],
            ReadingEvents
                .FromTicks(
                    Each5Ms(
                        100,
                        i =>
                            i == 10 ? 3
                            : i % 4 == 0 ? 1
                            : 0
                    ),
                    EventKind.Softirq,
                    "pair"
                )
                .Select(one => one.FromNs)
        );

    [Fact]
    public void Counters_tell_how_often_something_happened() =>
        Assert.Equal(
            [new WatchedEvent(EventKind.FastRetransmission, "pair", 50 * Ms, 55 * Ms, 3, "loss probe")],
            ReadingEvents.FromCounts(
                Each5Ms(100, i => i == 10 ? 3 : 0),
                EventKind.FastRetransmission,
                "pair",
                "loss probe"
            )
        );
}
