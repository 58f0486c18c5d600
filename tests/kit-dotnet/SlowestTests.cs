namespace Pingmark.Worker.Kit.Tests;

public sealed class SlowestTests
{
    private static IEnumerable<long> Told(Slowest slowest)
    {
        var written = Shared.Written(slowest.Write);
        return written
            .GetProperty("slowest_received_ns")
            .Longs()
            .Zip(written.GetProperty("slowest_intended_ns").Longs(), (received, intended) => received - intended)
            .OrderDescending();
    }

    /// <summary>As many as sorting all of them would find, whatever their order.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1024)]
    public void They_are_those_of_all_messages(int most)
    {
        var random = new Random(most);
        var slowest = new Slowest();
        slowest.Begin(most);
        var all = Enumerable.Range(0, 5000).Select(_ => random.NextInt64(3000)).ToList();
        foreach (var (n, roundTrip) in all.Index())
            slowest.Offer(n, roundTrip, lateNs: 0, n + roundTrip);
        Assert.Equal(all.OrderDescending().Take(most), Told(slowest));
    }

    [Fact]
    public void The_next_measurement_forgets_them_and_may_keep_none()
    {
        var slowest = new Slowest();
        slowest.Begin(1);
        slowest.Offer(0, 100, 0, 100);
        slowest.Begin(1);
        slowest.Offer(0, 5, 0, 5);
        Assert.Equal([5], Told(slowest));
        slowest.Begin(0);
        slowest.Offer(0, 100, 0, 100);
        Assert.False(Shared.Written(slowest.Write).Has("slowest_sent_ns"));
    }

    /// <summary>Where each message is slower than all before, too.</summary>
    [Fact]
    public void A_message_allocates_nothing()
    {
        const int Messages = 10_000;
        var slowest = new Slowest();
        slowest.Begin(256);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var n = 0; n < Messages; n++)
            slowest.Offer(0, n, 0, n);
        // What the runtime takes once, when it compiles a method again, is no message's.
        Assert.Equal(0, (GC.GetAllocatedBytesForCurrentThread() - before) / Messages);
    }

    [Fact]
    public void Those_of_lanes_are_those_of_all_together()
    {
        var (one, other, sum) = (new Slowest(), new Slowest(), new Slowest());
        foreach (var each in new[] { one, other, sum })
            each.Begin(3);
        foreach (var roundTrip in new[] { 1, 9, 5, 7 })
            one.Offer(0, roundTrip, 0, roundTrip);
        foreach (var roundTrip in new[] { 8, 2 })
            other.Offer(1, roundTrip, 0, roundTrip);
        sum.Add(one);
        sum.Add(other);
        Assert.Equal([9, 8, 7], Told(sum));
    }
}
