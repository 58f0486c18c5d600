using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class CoreSleepAuditTests
{
    private static readonly CoreSleep Audit = new();

    private static CellEvidence At(
        double rttNs,
        Func<TrialRecord, TrialRecord>? change = null,
        Scenario? scenario = null
    )
    {
        // What a message costs is not what this is about.
        var inFlight = scenario?.TotalInFlight ?? 1;
        var window = Trial.Window(inFlight * 1e9 / rttNs, inFlight: inFlight) with
        {
            ServerCost = null,
            ClientCost = null,
        };
        return Trial.Evidence(scenario ?? new(), (change ?? (r => r))(Trial.Of(window)));
    }

    [Fact]
    public void A_slow_round_trip_between_blocking_cores_is_mostly_their_waking() =>
        Audit.Says("core-sleep note", At(75_000), "most of the round trip");

    [Fact]
    public void A_fast_one_is_not() => Audit.IsSilent(At(16_000));

    [Fact]
    public void Spinning_servers_and_shared_cores_do_not_sleep()
    {
        Audit.IsSilent(At(75_000, r => r with { ServerSpins = true }));
        Audit.IsSilent(At(75_000, r => r with { ClientSpins = true }));
        Audit.IsSilent(At(75_000, r => r with { ClientCpus = r.ServerCpus }));
    }

    [Fact]
    public void Cores_that_others_use_do_not_sleep() =>
        Audit.IsSilent(
            At(75_000, r => r with { Unbroken = r.Unbroken! with { Host = new(1_050_000_000, 0, 0) { Cores = 2 } } })
        );

    [Theory]
    [InlineData(1_000_000, 32)]
    [InlineData(75_000, 65_536)]
    public void Slow_and_large_ones_take_their_time_elsewhere(double rttNs, int bytes) =>
        Audit.IsSilent(At(rttNs, scenario: new() { MessageBytes = bytes }));

    [Fact]
    public void With_more_in_flight_nobody_sleeps() => Audit.IsSilent(At(75_000, scenario: new() { InFlight = 2 }));
}
