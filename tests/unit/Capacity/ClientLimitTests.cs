using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Capacity;

/// <summary>Who missed an objective: the client, whose limit is nobody's capacity, or the server.</summary>
public class ClientLimitTests
{
    private static readonly ClientLimit Limit = new(
        new(CapacityKind.Rate, [Objectives.Read("p99<1ms", "slo")], 60_000_000_000)
    );

    private static string? Reason(CountedWindow window, bool clientSpins = false, bool serverSpins = false) =>
        Limit.FindReason(window, clientSpins, serverSpins);

    /// <summary>Behind a slow server, their slots are taken by those that wait for it.</summary>
    [Fact]
    public void Messages_that_left_late_and_came_back_in_time_are_the_clients()
    {
        var window = Windows.Of(10_000, 3_000_000, latenessNs: 2_900_000, uncorrectedNs: 100_000);
        Assert.StartsWith("the client sent late: p99 of its send lateness is 2.9 ms", Reason(window));
        Assert.Null(Reason(Windows.Of(10_000, 9_000_000, latenessNs: 6_000_000, uncorrectedNs: 3_000_000)));
    }

    [Fact]
    public void A_client_whose_thread_has_no_time_left_is_at_its_limit()
    {
        var window = Windows.Of(10_000, 3_000_000, latenessNs: 50_000_000, uncorrectedNs: 3_000_000);
        Assert.Equal(
            "a thread of the client uses all of a core (98 %), and none of the server does (90 %)",
            Reason(window.Busy(0.9, 0.98))
        );
        Assert.Null(Reason(window.Busy(0.97, 0.98)));
        Assert.Null(Reason(window.Busy(0.9, 0.9)));
        Assert.Null(Reason(Windows.Of(10_000, 3_000_000).Busy(0.9, 0.98)));
    }

    [Fact]
    public void A_client_that_spins_is_always_busy()
    {
        Assert.Null(Reason(Windows.Of(10_000, 3_000_000).Busy(0.6, 1), clientSpins: true));
        var late = Windows.Of(10_000, 3_000_000, latenessNs: 500_000, uncorrectedNs: 2_000_000).Busy(0.6, 1);
        Assert.StartsWith("half of all messages left 500", Reason(late, clientSpins: true));
    }
}
