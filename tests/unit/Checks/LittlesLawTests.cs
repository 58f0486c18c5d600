using Pingmark.Checks.Trials;
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

    [Theory]
    [InlineData(1.00)]
    [InlineData(1.04)]
    [InlineData(0.9)]
    public void Rate_times_round_trip_is_what_is_in_flight(double share)
    {
        Assert.Null(Judge(WithShare(share)));
        Assert.Null(Judge(WithShare(share, inFlight: 64), new() { InFlight = 64 }));
    }

    [Fact]
    public void More_than_that_is_impossible() => Says("gives 2 messages in flight, not 1 (Little", WithShare(2));

    [Theory]
    [InlineData(0.8)]
    [InlineData(0.5)]
    [InlineData(0)]
    public void Less_than_that_are_round_trips_that_were_longer_than_they_are_told(double share)
    {
        Says("longer than they are told", WithShare(share));
        Says("messages in flight, not 8 (Little's law, within", WithShare(share, inFlight: 8), new() { InFlight = 8 });
    }

    /// <summary>What a server sends unasked is corrupt, and no round trip.</summary>
    [Fact]
    public void Answers_to_nothing_take_no_part() =>
        Assert.Null(Judge(Trial.Of(Trial.Window(10_000, rttNs: 100_000) with { Corrupt = 9_990 })));

    [Fact]
    public void Slices_are_held_against_it_as_well() =>
        Says("gives 0.5 messages", Trial.Of(slices: Trial.Window(rttNs: 50_000)));

    /// <summary>The longest round trip is a tenth of the window, and each part has two edges.</summary>
    [Theory]
    [InlineData(1, true)]
    [InlineData(4, false)]
    public void Each_part_of_a_continuous_window_has_its_edges(int parts, bool isFound)
    {
        var trial = Trial.Of(Trial.Window(rttNs: 130_000) with { RttMaxNs = 100_000_000 });
        var span = new WindowSpan(0, 250_000_000, 10_000, null, null);
        var parted = trial with { Timeline = new() { Windows = [.. Enumerable.Repeat(span, parts)] } };
        Assert.Equal(isFound, Judge(parted) is not null);
        if (isFound)
            Says("gives 1.3 messages in flight, not 1 (Little's law, within 15 %)", parted);
    }

    [Fact]
    public void What_the_last_messages_took_beyond_the_window_is_allowed_for() =>
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 120_000) with { RttMaxNs = 200_000_000 })));

    [Fact]
    public void What_a_pause_at_the_beginning_of_a_window_kept_is_allowed_for() =>
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 75_000) with { RttMaxNs = 200_000_000 })));

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

    [Fact]
    public void Lost_messages_or_very_few_tell_nothing()
    {
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 300_000) with { Lost = 1 })));
        Assert.Null(Judge(Trial.Of(Trial.Window(perS: 20, rttNs: 200_000_000))));
    }

    [Fact]
    public void A_rate_below_what_is_in_flight_breaks_no_law() =>
        Assert.Null(Judge(Trial.Of(Trial.Window(rttNs: 5_000)), new() { RatePerS = 10_000 }));

    /// <summary>Of a batch the last message alone is under way all the time; one way, nobody knows.</summary>
    [Fact]
    public void Loads_that_wait_have_less_under_way()
    {
        var batch = new Scenario { Test = "batch", InFlight = 8 }.With(BatchLoad.Messages, 8);
        Assert.Null(Judge(WithShare(0.15, inFlight: 8), batch));
        Says("not 1 at least", WithShare(0.05, inFlight: 8), batch);
        Assert.Null(Judge(WithShare(0.05, inFlight: 8), new() { Test = "stream", InFlight = 8 }));
    }

    [Fact]
    public void Answers_that_are_all_corrupt_are_no_crash() =>
        Assert.Null(Judge(Trial.Of(Trial.Window() with { Corrupt = 10_000, RttSumNs = 0, Histogram = [] })));

    [Theory]
    [InlineData(0, false)]
    [InlineData(9, false)]
    [InlineData(100, true)]
    public void No_round_trip_is_shorter_than_two_readings_of_the_clock(long rttNs, bool isPossible)
    {
        var found = new ShortestRoundTrip().Judge(
            new(Trial.Of(Trial.Window(rttNs: rttNs)), Trial.Cell(scenario: new() { RatePerS = 10_000 }))
        );
        Assert.Equal(isPossible ? [] : [FindingSeverity.Withheld], found.Select(finding => finding.Severity));
    }
}
