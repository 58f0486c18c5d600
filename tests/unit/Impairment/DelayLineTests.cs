using System.Text;
using FsCheck.Fluent;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Impairment;

/// <summary>What becomes of packets, by a clock that the test turns.</summary>
public sealed class DelayLineTests
{
    private const long MsNs = 1_000_000;

    private sealed record Arrival(string Packet, int Flow, long AtNs);

    /// <summary>Offers packets at their times, and takes each as soon as its time has come.</summary>
    private sealed class Line(Network network, int seed = 1)
    {
        public DelayLine It { get; } = new(network, seed, 0);
        public List<Arrival> Arrived { get; } = [];

        public Line Offer(long atNs, string packet, int flow = 0)
        {
            TakeUntil(atNs);
            It.Offer(atNs, flow, Encoding.ASCII.GetBytes(packet));
            return this;
        }

        /// <summary>So many, numbered, with the same time between each two.</summary>
        public Line OfferMany(int count, long everyNs = MsNs)
        {
            for (var i = 0; i < count; i++)
                Offer(i * everyNs, $"{i}");
            return TakeAll();
        }

        public Line TakeAll() => TakeUntil(long.MaxValue / 2);

        private Line TakeUntil(long ns)
        {
            while (It.NextNs is var next && next <= ns)
            while (It.TryTake(next, out var flow, out var packet, out var dueNs))
            {
                Assert.True(dueNs <= next);
                Arrived.Add(new(Encoding.ASCII.GetString(packet), flow, dueNs));
            }
            return this;
        }

        public IEnumerable<int> Numbers => Arrived.Select(a => int.Parse(a.Packet));
    }

    [Fact]
    public void A_delay_is_kept_to_the_nanosecond_and_flows_are_told()
    {
        var line = new Line(new() { DelayNs = 20 * MsNs }).Offer(5, "a", flow: 3).Offer(9, "b").TakeAll();
        Assert.Equal([new("a", 3, 5 + 20 * MsNs), new("b", 0, 9 + 20 * MsNs)], line.Arrived);
        // Nothing asked for changes nothing.
        line = new Line(new()).OfferMany(1000);
        Assert.Equal(Enumerable.Range(0, 1000), line.Numbers);
        Assert.All(line.Arrived.Index(), a => Assert.Equal(a.Index * MsNs, a.Item.AtNs));
    }

    [Fact]
    public void The_same_seed_loses_the_same_packets_whatever_else_is_asked_for_and_another_seed_others()
    {
        static HashSet<int> Came(Network network, int seed) => [.. new Line(network, seed).OfferMany(2000).Numbers];
        var lossy = new Network { Loss = 0.05, DelayNs = 5 * MsNs };
        Assert.Equal(Came(lossy, 7), Came(lossy with { JitterNs = 2 * MsNs, Duplicate = 0.1, Reorder = 0.1 }, 7));
        Assert.NotEqual(Came(lossy, 7), Came(lossy, 8));
    }

    /// <summary>Of whole thousands exactly the share, of parts about it.</summary>
    [Fact]
    public void Shares_are_what_was_asked_for() =>
        Prop.ForAll(
                Gen.Choose(0, 500).ToArbitrary(),
                Gen.Choose(0, int.MaxValue).ToArbitrary(),
                (perMille, seed) =>
                {
                    var line = new Line(new() { Loss = perMille / 1000.0 }, seed).OfferMany(3000);
                    var doubled = new Line(new() { Duplicate = perMille / 1000.0 }, seed).OfferMany(3000);
                    Assert.Equal((3 * perMille, 0), (line.It.Use.Lost, line.It.Use.Overflowed));
                    Assert.Equal(3000 + 3 * perMille, doubled.Arrived.Count);
                    Assert.Equal(3 * perMille, doubled.It.Use.Duplicated);
                }
            )
            .Holds(30);

    /// <summary>Runs of losses are as long as chance makes them; a share below one in a thousand is kept over several
    /// thousands.</summary>
    [Fact]
    public void Losses_follow_one_another_as_often_as_by_chance()
    {
        Assert.Equal(5, new Line(new() { Loss = 0.0005 }).OfferMany(10_000).It.Use.Lost);
        const int packets = 100_000;
        var came = new HashSet<int>(new Line(new() { Loss = 0.2 }).OfferMany(packets).Numbers);
        var inARow = Enumerable.Range(1, packets - 1).Count(i => !came.Contains(i) && !came.Contains(i - 1));
        Assert.InRange((double)inARow / packets, 0.038, 0.042);
    }

    [Fact]
    public void The_next_packet_of_the_same_connection_overtakes()
    {
        var line = new Line(new() { DelayNs = 10 * MsNs, Reorder = 0.5 }).OfferMany(2000);
        var numbers = line.Numbers.ToList();
        Assert.Equal(Enumerable.Range(0, 2000), numbers.Order());
        var overtaken = numbers.Where((number, at) => numbers.Take(at).DefaultIfEmpty(-1).Max() > number).Count();
        Assert.Equal(line.It.Use.Reordered, overtaken);
        Assert.InRange(overtaken, 900, 1000);
        Assert.All(numbers.Index(), n => Assert.InRange(n.Index - n.Item, -1, 1));
    }

    [Fact]
    public void What_nothing_follows_is_not_held_for_ever()
    {
        var line = new Line(new() { DelayNs = 10 * MsNs, Reorder = 0.5 });
        for (var i = 0; i < 20; i++)
            line.Offer(i * 1000 * MsNs, $"{i}", flow: i);
        Assert.Equal(Enumerable.Range(0, 20), line.TakeAll().Numbers);
        Assert.All(
            line.Arrived.Index(),
            a => Assert.InRange(a.Item.AtNs - a.Index * 1000 * MsNs, 10 * MsNs, 20 * MsNs)
        );
        Assert.Equal(0, line.It.Use.Reordered);
    }

    [Fact]
    public void Jitter_stays_within_its_bounds_keeps_order_and_has_no_mean() =>
        Prop.ForAll(
                Gen.Choose(1, 20).ToArbitrary(),
                Gen.Choose(1, 50_000).ToArbitrary(),
                (jitterMs, everyUs) =>
                {
                    var network = new Network { DelayNs = 20 * MsNs, JitterNs = jitterMs * MsNs };
                    var line = new Line(network).OfferMany(500, everyUs * 1000L);
                    Assert.Equal(Enumerable.Range(0, 500), line.Numbers);
                    var delays = line.Arrived.Select((a, i) => (a.AtNs - i * everyUs * 1000L) / 1e6).ToList();
                    Assert.All(delays, ms => Assert.InRange(ms, 20 - jitterMs, 20 + jitterMs));
                    if (500L * everyUs > 200_000 * jitterMs)
                        Assert.InRange(delays.Average(), 20 - 0.2 * jitterMs, 20 + 0.2 * jitterMs);
                }
            )
            .Holds(50);

    [Fact]
    public void At_a_rate_packets_leave_one_after_the_other_and_more_than_the_queue_holds_are_not_counted_as_lost()
    {
        // 1,000 bytes at 8 Mbit take a millisecond.
        var line = new Line(new() { RateBitsPerS = 8_000_000, DelayNs = 5 * MsNs });
        var packet = new string('x', 1000);
        for (var i = 0; i < 10; i++)
            line.Offer(0, packet);
        line.TakeAll();
        Assert.Equal(Enumerable.Range(1, 10).Select(i => (5 + i) * MsNs), line.Arrived.Select(a => a.AtNs));
        line = new(new() { RateBitsPerS = 8_000_000 });
        for (var i = 0; i < 300; i++)
            line.Offer(0, packet);
        line.TakeAll();
        // The one on the line, and 100 ms of those that wait.
        Assert.Equal((101, 199, 0), (line.Arrived.Count, line.It.Use.Overflowed, line.It.Use.Lost));
        Assert.Equal(0, line.It.RoomAtNs(1000 * MsNs) - 1000 * MsNs);
    }

    [Fact]
    public void Bytes_are_counted_with_their_headers_whatever_becomes_of_them()
    {
        var line = new DelayLine(new() { Loss = 0.5 }, 1, 0);
        for (var i = 0; i < 1000; i++)
            line.Offer(0, 0, new byte[100], overheadBytes: 28);
        Assert.Equal((1000, 128_000, 500), (line.Packets, line.Use.Bytes, line.Use.Lost));
    }

    [Fact]
    public void A_new_shape_forgets_what_is_under_way()
    {
        var line = new Line(new() { DelayNs = 10 * MsNs }).Offer(0, "old");
        line.It.Shape(new() { DelayNs = MsNs }, 1, 0);
        line.Offer(0, "new").TakeAll();
        Assert.Equal([new("new", 0, MsNs)], line.Arrived);
    }

    [Fact]
    public void It_grows_as_far_as_it_must()
    {
        var line = new Line(new() { DelayNs = 60_000 * MsNs });
        for (var i = 0; i < 5000; i++)
            line.Offer(i, $"{i}", flow: i);
        Assert.Equal(Enumerable.Range(0, 5000), line.TakeAll().Numbers);
        Assert.Equal(Enumerable.Range(0, 5000), line.Arrived.Select(a => a.Flow));
    }
}
