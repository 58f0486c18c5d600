using Pingmark.Audits;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Audits;

public class LittlesLawAuditTests
{
    private static readonly IAudit Audit = new LittlesLaw();

    private static CellEvidence WithShare(double share, long inFlight = 1) =>
        Trial.Evidence(
            new Scenario { InFlight = (int)inFlight },
            Trial.Of(Trial.Stretch(10_000, inFlight: inFlight, rttNs: share * inFlight * 100_000))
        );

    [Theory]
    [InlineData(1.00)]
    [InlineData(1.04)]
    [InlineData(0.76)]
    public void Rate_times_round_trip_is_what_is_in_flight(double share)
    {
        Audit.IsSilent(WithShare(share));
        Audit.IsSilent(WithShare(share, inFlight: 64));
    }

    [Fact]
    public void More_than_that_is_impossible() =>
        Audit.Says("littles-law invalid", WithShare(2), "gives 2 messages in flight, not 1 (Little");

    [Fact]
    public void Much_less_means_idle_slots() =>
        Audit.Says("littles-law warning", WithShare(0.5, inFlight: 8), "gives 4 messages in flight, not 8");

    [Fact]
    public void What_the_last_messages_took_beyond_the_window_is_allowed_for() =>
        Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Stretch(rttNs: 120_000) with { RttMaxNs = 200_000_000 })));

    [Fact]
    public void Lost_messages_or_very_few_tell_nothing()
    {
        Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Stretch(rttNs: 300_000) with { Lost = 1 })));
        Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Stretch(perS: 20, rttNs: 200_000_000))));
    }

    [Fact]
    public void Answers_that_are_all_corrupt_are_no_crash() =>
        Audit.IsSilent(
            Trial.Evidence(Trial.Of(Trial.Stretch() with { Corrupt = 10_000, RttSumNs = 0, Histogram = [] }))
        );
}
