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
        Assert.Null(asked.FindContradiction(result, askedNs: null, tookNs));

    private static void Caught(string contradiction, RequestedRun asked, Measurement result, long? tookNs = null) =>
        Assert.Contains(contradiction, asked.FindContradiction(result, askedNs: null, tookNs));

    /// <summary>Where messages or laps end a window, only the clock tells.</summary>
    [Fact]
    public void A_window_is_as_long_as_asked_for_and_no_longer_than_it_took_to_answer()
    {
        var asked = ForASecond(Closed);
        Holds(asked, Result());
        Caught("counted a window of 999999999 ns", asked, Result(Second - 1));
        Caught("counted a window of 1000000001 ns", asked, Result(Second + 1));
        asked = new(ForMessages with { SettleNs = Second }, Closed);
        Holds(asked, Result(), 2 * Second);
        Caught("and answered within 1500000000 ns", asked, Result(), Second + Second / 2);
    }

    /// <summary>By a clock that both have; the window of the result is from 5 ns on.</summary>
    [Fact]
    public void A_window_is_between_the_request_and_its_answer()
    {
        string? Found(long askedNs, long tookNs) => ForASecond(Closed).FindContradiction(Result(), askedNs, tookNs);
        Assert.Null(Found(5, Second));
        Assert.Null(Found(-Second, 2 * Second + 5));
        Assert.Contains("asked at 10000000 ns", Found(10_000_000, Second));
        Assert.Contains("answered at 990000000 ns", Found(-Second, 2 * Second - 10_000_000));
    }

    [Fact]
    public void No_more_messages_laps_or_answers_count_than_there_can_be()
    {
        RequestedRun asked = new(ForMessages, Closed);
        Holds(asked, Result());
        Caught("counted 1001 messages", asked, Result(sent: 1001));
        Caught("more than can be", asked, Result(windowNs: 2000) with { Late = 10_000 }, tookNs: 5000);
        asked = new(ForATime with { LapMessages = 300 }, Closed);
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
    public void Messages_of_a_slot_go_one_after_the_other_but_not_at_a_rate()
    {
        var asked = ForASecond(Closed);
        Holds(asked, Result(sent: 6, rttNs: Second - 1));
        Caught("more than 6 in flight", asked, Result(sent: 13, rttNs: Second));
        Holds(ForASecond(AtRate), Result(rttNs: Second));
    }

    [Fact]
    public void At_a_rate_all_that_was_due_is_told_of() =>
        Assert.All<(Arrivals Arrivals, int? Burst, long TooMany)>(
            [(Arrivals.Uniform, null, 20), (Arrivals.Poisson, null, 400), (Arrivals.Bursts, 50, 70)],
            row =>
            {
                var asked = ForASecond(AtRate with { Arrivals = row.Arrivals, Burst = row.Burst });
                Holds(asked, Result(sent: 1000 - (row.Burst ?? 0)));
                Holds(asked, Result());
                Holds(asked, Result(sent: 400, unsent: 600));
                Caught("tells of", asked, Result(sent: 1000 + row.TooMany));
                Caught("tells of", asked, Result(sent: 400, unsent: 600 - row.TooMany));
            }
        );

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
}
