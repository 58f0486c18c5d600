using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Model;

/// <summary>A client's slowest messages against the rest of what it counted.</summary>
public class SlowestContradictionTests
{
    /// <summary>Three of ten round trips, of 10, 20, … 100 ns.</summary>
    private static readonly SlowMessages Right = new([0, 1, 0], [500, 600, 700], [500, 610, 700], [600, 690, 780]);

    private static string? Found(SlowMessages slowest)
    {
        var rtt = new Histogram();
        for (var ns = 10; ns <= 100; ns += 10)
            rtt.Record(ns);
        return Contradictions.Find(
            new()
            {
                FromNs = 0,
                ToNs = 1000,
                Sent = 10,
                Received = 10,
                Answered = 10,
                RttMaxNs = 100,
                RttSumNs = 550,
                Rtt = rtt,
                Slowest = slowest,
            }
        );
    }

    [Fact]
    public void What_agrees_is_no_contradiction()
    {
        Assert.Null(Found(Right));
        Assert.Null(Found(new([], [], [], [])));
    }

    [Fact]
    public void Messages_have_all_of_their_times_and_are_sent_when_they_should_be_or_later_and_then_answered()
    {
        Assert.Contains("3 connections, 3 intended times, 2 sends", Found(Right with { SentNs = [500, 610] }));
        Assert.Contains("was to be sent at 500 ns, sent at 499 ns", Found(Right with { SentNs = [499, 610, 700] }));
        Assert.Contains("answered at 690 ns", Found(Right with { SentNs = [500, 691, 700] }));
        Assert.Contains("on connection -1", Found(Right with { Connections = [0, -1, 0] }));
    }

    [Fact]
    public void None_takes_longer_than_the_longest_and_that_one_is_among_them()
    {
        Assert.Contains(
            "took 101 ns, and its longest round trip 100",
            Found(Right with { ReceivedNs = [601, 690, 780] })
        );
        Assert.Contains("took 90 ns", Found(new([0], [500], [500], [590])));
    }

    /// <summary>Here 80 ns are missing, or 100 ns are there twice.</summary>
    [Fact]
    public void They_are_the_last_ones_of_the_histogram()
    {
        Assert.Contains("not the slowest ones", Found(Right with { ReceivedNs = [600, 690, 770] }));
        Assert.Contains("not the slowest ones", Found(Right with { ReceivedNs = [600, 690, 800] }));
    }
}
