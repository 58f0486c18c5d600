using Pingmark.Model;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class EpisodesTests
{
    private static (Histogram, long) Round(long slow)
    {
        var counts = new Histogram();
        counts.Record(1000, 1000);
        counts.Record(1_000_000, slow);
        return (counts, 1_000_000);
    }

    private static string? TooFew(Scenario scenario, params long[] slow) =>
        Episodes.TooFew(2000, slow.Select(Round).ToList(), scenario)?.Text;

    private static readonly Scenario Closed = new() { Connections = 8, InFlight = 2 };

    [Fact]
    public void A_pause_slows_all_messages_under_way()
    {
        Assert.Null(TooFew(Closed, 64, 64, 32));
        Assert.Contains("no more than 9 pauses, and 10 are needed", TooFew(Closed, 64, 64, 31));
    }

    [Fact]
    public void Three_processes_must_have_seen_one()
    {
        Assert.StartsWith("2 of 3 starts of the processes had slow messages", TooFew(Closed, 320, 320, 15));
        Assert.StartsWith("2 of 2 starts of the processes had slow messages", TooFew(Closed, 320, 320));
        Assert.Null(TooFew(Closed, 320, 320, 16));
    }

    /// <summary>As a probe, whose pauses are many.</summary>
    [Fact]
    public void One_start_lacks_starts_and_not_pauses()
    {
        var reason = TooFew(Closed, 16 * 239);
        Assert.StartsWith("the processes were started once, and 3 starts that had slow messages are needed", reason);
        Assert.DoesNotContain("pause", reason);
    }

    [Fact]
    public void At_a_rate_it_slows_those_that_were_meant_to_go_meanwhile()
    {
        // A pause of 1 ms at 10,000/s: some 10 messages, and the one that was under way.
        var rate = new Scenario { RatePerS = 10_000 };
        Assert.Null(TooFew(rate, 44, 44, 22));
        Assert.Contains("no more than 9 pauses", TooFew(rate, 44, 44, 20));
    }
}
