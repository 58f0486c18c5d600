using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class LittlesLawTests
{
    private static TrialRecord WithShare(double share, long inFlight = 1) =>
        Trial.Of(Trial.Window(10_000, inFlight: inFlight, rttNs: share * inFlight * 100_000));

    private static Finding? Judge(TrialRecord trial, Scenario? scenario = null) =>
        new LittlesLaw().Judge(new(trial, Trial.Cell(scenario: scenario))).SingleOrDefault();

    private static void Says(string said, TrialRecord trial, Scenario? scenario = null)
    {
        var finding = Assert.IsType<Finding>(Judge(trial, scenario));
        Assert.Equal(("littles-law", FindingSeverity.Withheld), (finding.Check.Id, finding.Severity));
        Assert.Contains(said, finding.Sentence.Text);
    }

    /// <summary>Less are round trips that were longer than they are told, and more is impossible.</summary>
    [Fact]
    public void Rate_times_round_trip_is_what_is_in_flight()
    {
        foreach (var share in new[] { 1.04, 0.9 })
        {
            Assert.Null(Judge(WithShare(share)));
            Assert.Null(Judge(WithShare(share, inFlight: 64), new() { InFlight = 64 }));
        }
        Says("gives 2 messages in flight, not 1 (Little", WithShare(2));
        foreach (var share in new[] { 0.8, 0 })
        {
            Says("longer than they are told", WithShare(share));
            Says("messages in flight, not 8 (Little's law, within", WithShare(share, 8), new() { InFlight = 8 });
        }
        Says("gives 0.5 messages", Trial.Of(slices: Trial.Window(rttNs: 50_000)));
    }

    /// <summary>The longest round trip is a tenth of the window, and each part has two edges.</summary>
    [Fact]
    public void Each_part_of_a_continuous_window_has_its_edges()
    {
        var trial = Trial.Of(Trial.Window(rttNs: 130_000) with { RttMaxNs = 100_000_000 });
        var span = new WindowSpan(0, 250_000_000, 10_000, null, null);
        TrialRecord Parted(int parts) =>
            trial with
            {
                Timeline = new() { Windows = [.. Enumerable.Repeat(span, parts)] },
            };
        Says("gives 1.3 messages in flight, not 1 (Little's law, within 15 %)", Parted(1));
        Assert.Null(Judge(Parted(4)));
    }

    /// <summary>What the last messages took beyond it, and what a pause at its beginning kept.</summary>
    [Fact]
    public void What_is_beyond_the_edges_of_a_window_is_allowed_for()
    {
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 120_000) with { RttMaxNs = 200_000_000 })));
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 75_000) with { RttMaxNs = 200_000_000 })));
    }

    /// <summary>Of 200 messages within 10 ms a pause of some ms is most of the window; so is one of a side that others
    /// kept from its core.</summary>
    [Fact]
    public void A_server_that_is_not_seen_may_have_paused()
    {
        var unseen = WithShare(0.6) with { ServerCpus = "" };
        Assert.Null(Judge(unseen));
        Says("longer than they are told", unseen with { Unbroken = Trial.Window(seconds: 5, rttNs: 60_000) });
    }

    [Fact]
    public void What_pauses_took_is_allowed_for()
    {
        Assert.Null(Judge(Trial.Of(Trial.Window(20_000, 0.01, rttNs: 25_000)), new() { Messages = 200 }));
        var half = Trial.Window(rttNs: 50_000);
        var kept = half with { Server = half.Server! with { BusiestThreadRunQueueDelayNs = 400_000_000 } };
        Assert.Null(Judge(Trial.Of(kept)));
        Says("within 17 %", Trial.Of(half));
        var onBusyMachine = half with { Host = half.Host! with { BusyNs = half.Host.BusyNs + 400_000_000 } };
        Assert.Null(Judge(Trial.Of(onBusyMachine)));
        Says(
            "within 17 %",
            Trial.Of(
                onBusyMachine with
                {
                    Server = half.Server! with { BusiestThreadRunQueueDelayNs = 0 },
                    Client = half.Client! with { BusiestThreadRunQueueDelayNs = 0 },
                }
            )
        );
    }

    /// <summary>What a server sends unasked is corrupt, and no round trip.</summary>
    [Fact]
    public void Lost_or_corrupt_messages_or_very_few_tell_nothing()
    {
        Assert.Null(Judge(Trial.Of(Trial.Window(10_000, rttNs: 100_000) with { Corrupt = 9_990 })));
        Assert.Null(Judge(Trial.Of(Trial.Window() with { Corrupt = 10_000, RttSumNs = 0, Histogram = [] })));
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 300_000) with { Lost = 1 })));
        Assert.Null(Judge(Trial.Of(Trial.Window(perS: 20, rttNs: 200_000_000))));
    }

    /// <summary>Of a batch the last message alone is under way all the time; one way, nobody knows; and a rate that was
    /// asked for may be below what is in flight.</summary>
    [Fact]
    public void Loads_that_wait_have_less_under_way()
    {
        var batch = new Scenario { Test = "batch", InFlight = 8 }.With(BatchLoad.Messages, 8);
        Assert.Null(Judge(WithShare(0.15, inFlight: 8), batch));
        Says("not 1 at least", WithShare(0.05, inFlight: 8), batch);
        Assert.Null(Judge(WithShare(0.05, inFlight: 8), new() { Test = "stream", InFlight = 8 }));
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 5_000)), new() { RatePerS = 10_000 }));
    }

    [Fact]
    public void No_round_trip_is_shorter_than_two_readings_of_the_clock()
    {
        static IEnumerable<FindingSeverity> Found(long rttNs) =>
            new ShortestRoundTrip()
                .Judge(new(Trial.Of(Trial.Window(rttNs: rttNs)), Trial.Cell(scenario: new() { RatePerS = 10_000 })))
                .Select(finding => finding.Severity);
        Assert.Equal([FindingSeverity.Withheld], Found(0));
        Assert.Equal([FindingSeverity.Withheld], Found(9));
        Assert.Empty(Found(100));
    }
}
