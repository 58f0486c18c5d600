using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class LossTimeoutTests
{
    private const long Ms = 1_000_000;

    private static Histogram Of(params long[] roundTripsNs)
    {
        var histogram = new Histogram();
        foreach (var ns in roundTripsNs)
            histogram.Add(Histogram.FromSparse([Histogram.IndexOf(ns), 1]));
        return histogram;
    }

    [Fact]
    public void A_message_is_lost_after_a_hundred_times_p999_and_10_ms_at_least()
    {
        Assert.Equal(10 * Ms, LossTimeout.ComputeNs(Of(40_000, 50_000)));
        Assert.InRange(LossTimeout.ComputeNs(Of(300_000)), 29 * Ms, 30 * Ms);
        Assert.Equal(1000 * Ms, LossTimeout.ComputeNs(Of(50 * Ms)));
        Assert.Equal(1000 * Ms, LossTimeout.ComputeNs(new Histogram()));
    }

    [Fact]
    public async Task It_is_derived_where_messages_can_be_lost_and_told_with_each_run()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].Speaks("udp");
        var records = await machine.BlockAsync();
        Assert.Equal([10 * Ms, 1000 * Ms], records.Select(r => r.LostAfterNs!.Value));
        Assert.Equal([10 * Ms], machine.Runs.Select(r => (long?)r["lost_after_ns"]).OfType<long>().Distinct());
    }

    [Fact]
    public async Task What_is_asked_for_holds()
    {
        var machine = FakeMachine.With("a").Where(new Scenario { LostAfterNs = 300 * Ms });
        machine["a"].Speaks("udp");
        Assert.Equal(300 * Ms, Assert.Single(await machine.BlockAsync()).LostAfterNs);
        Assert.DoesNotContain(machine.Runs, r => r.ContainsKey("lost_after_ns"));
    }
}
