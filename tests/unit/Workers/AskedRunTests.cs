using Pingmark.Model;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>A client's result against what it was asked for, and against the time that it took.</summary>
public class AskedRunTests
{
    private const long Second = 1_000_000_000;

    private static readonly Scenario Closed = new() { Connections = 2, InFlight = 3 };
    private static readonly Scenario AtRate = new() { RatePerS = 1000 };
    private static readonly RunRequest ForATime = new(SettleNs: 0, DeadlineNs: Second) { DurationNs = Second };
    private static readonly RunRequest ForMessages = new(SettleNs: 0, DeadlineNs: Second) { Messages = 1000 };

    private static RequestedRun ForASecond(Scenario load) => new(ForATime, load);

    private static Measurement Result(long windowNs = Second, long sent = 1000, long rttNs = 1000, long unsent = 0)
    {
        var histogram = new Histogram();
        histogram.Record(rttNs, sent);
        return new()
        {
            FromNs = 5,
            ToNs = 5 + windowNs,
            Sent = sent,
            Received = sent,
            Lost = 0,
            Answered = sent,
            Unsent = unsent,
            RttMaxNs = rttNs,
            RttSumNs = sent * rttNs,
            Rtt = histogram,
        };
    }

    private static void Holds(RequestedRun asked, Measurement result, long? tookNs = null) =>
        Assert.Null(asked.Contradiction(result, askedNs: null, tookNs));

    private static void Caught(string contradiction, RequestedRun asked, Measurement result, long? tookNs = null) =>
        Assert.Contains(contradiction, asked.Contradiction(result, askedNs: null, tookNs));

    [Fact]
    public void A_window_is_as_long_as_asked_for()
    {
        var asked = ForASecond(Closed);
        Holds(asked, Result());
        Caught("counted a window of 999999999 ns", asked, Result(Second - 1));
        Caught("counted a window of 1000000001 ns", asked, Result(Second + 1));
    }

    /// <summary>Where messages or laps end a window, only the clock tells.</summary>
    [Fact]
    public void Nobody_counts_longer_than_it_took_to_answer()
    {
        RequestedRun asked = new(ForMessages with { SettleNs = Second }, Closed);
        Holds(asked, Result(), 2 * Second);
        Caught("and answered within 1500000000 ns", asked, Result(), Second + Second / 2);
    }

    /// <summary>By a clock that both have; the window of the result is from 5 ns on.</summary>
    [Theory]
    [InlineData(5, Second, null)]
    [InlineData(-Second, 2 * Second + 5, null)]
    [InlineData(10_000_000, Second, "asked at 10000000 ns")]
    [InlineData(-Second, 2 * Second - 10_000_000, "answered at 990000000 ns")]
    public void A_window_is_between_the_request_and_its_answer(long askedNs, long tookNs, string? said)
    {
        var found = ForASecond(Closed).Contradiction(Result(), askedNs, tookNs);
        if (said is null)
            Assert.Null(found);
        else
            Assert.Contains(said, found);
    }

    [Fact]
    public void No_more_messages_count_than_were_asked_for()
    {
        RequestedRun asked = new(ForMessages, Closed);
        Holds(asked, Result());
        Caught("counted 1001 messages", asked, Result(sent: 1001));
    }

    [Fact]
    public void Laps_are_of_counted_messages()
    {
        RequestedRun asked = new(ForATime with { LapMessages = 300 }, Closed);
        Holds(asked, Result() with { LapsNs = [1, 2, 3] });
        Caught("counted 4 laps of 300 messages", asked, Result() with { LapsNs = [1, 2, 3, 4] });
    }

    [Fact]
    public void The_slowest_messages_are_of_the_window_and_as_many_as_were_asked_for()
    {
        RequestedRun asked = new(ForATime with { Slowest = 2 }, Closed);
        var right = new SlowMessages([0, 1], [5, 900], [5, 900], [1005, 1900]);
        Measurement Telling(SlowMessages? slowest) => Result() with { Slowest = slowest };
        Holds(asked, Telling(right));
        Holds(asked, Result(sent: 0) with { Slowest = new([], [], [], []) });
        Holds(ForASecond(Closed), Result());
        Caught("tells 0 slowest messages of 1000, 2 were", asked, Result());
        Caught("tells 2 slowest messages of 1000, 0 were", ForASecond(Closed), Telling(right));
        Caught("tells 1 slowest", asked, Telling(new([0], [5], [5], [1005])));
        Caught("of connection 2, of 2", asked, Telling(right with { Connections = [0, 2] }));
        Caught("not of its window", asked, Telling(right with { IntendedNs = [4, 900] }));
        Caught("not of its window", asked, Telling(right with { IntendedNs = [5, 6 + Second] }));
    }

    [Fact]
    public void Messages_of_a_slot_go_one_after_the_other()
    {
        var asked = ForASecond(Closed);
        Holds(asked, Result(sent: 6, rttNs: Second - 1));
        Caught("more than 6 in flight", asked, Result(sent: 13, rttNs: Second));
    }

    [Theory]
    [InlineData(Arrivals.Uniform, null, 20)]
    [InlineData(Arrivals.Poisson, null, 400)]
    [InlineData(Arrivals.Bursts, 50, 70)]
    public void At_a_rate_all_that_was_due_is_told_of(Arrivals arrivals, int? burst, long tooMany)
    {
        var asked = ForASecond(AtRate with { Arrivals = arrivals, Burst = burst });
        Holds(asked, Result(sent: 1000 - (burst ?? 0)));
        Holds(asked, Result());
        Holds(asked, Result(sent: 400, unsent: 600));
        Caught("tells of", asked, Result(sent: 1000 + tooMany));
        Caught("tells of", asked, Result(sent: 400, unsent: 600 - tooMany));
    }

    /// <summary>By the times of the recording, and not by its rate: all of it comes in the first half second.</summary>
    [Fact]
    public void Of_recorded_traffic_all_that_was_due_is_told_of()
    {
        var gaps = string.Join(' ', Enumerable.Repeat(Second / 2_000, 999).Append(500 * Second));
        var asked = ForASecond(AtRate with { RatePerS = 2, Replay = new("game.csv", gaps) });
        Holds(asked, Result());
        Caught("tells of", asked, Result(sent: 1020));
        Caught("tells of", asked, Result(sent: 980));
    }

    [Fact]
    public void At_a_rate_more_may_be_under_way_than_slots() => Holds(ForASecond(AtRate), Result(rttNs: Second));

    [Fact]
    public void No_more_answers_come_than_nanoseconds_pass() =>
        Caught(
            "more than can be",
            new(ForMessages, Closed),
            Result(windowNs: 2000) with
            {
                Late = 10_000,
            },
            tookNs: 5000
        );
}
