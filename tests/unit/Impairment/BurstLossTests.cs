using FsCheck.Fluent;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Impairment;

/// <summary>Losses in bursts, against what is known of Gilbert's chain.</summary>
public sealed class BurstLossTests
{
    private const int Packets = 200_000;

    /// <summary>Beyond so many standard deviations chance is no excuse: with fixed seeds one in two million.</summary>
    private const double Deviations = 5;

    /// <summary>The share, the lengths of bursts and those of the gaps between them are geometric, as the chain's two
    /// states are.</summary>
    [Fact]
    public void The_share_and_the_lengths_are_those_of_the_model() =>
        Prop.ForAll(
                Gen.Choose(5, 500).ToArbitrary(),
                Gen.Choose(1, 20).ToArbitrary(),
                Gen.Choose(0, int.MaxValue).ToArbitrary(),
                (perMille, burst, seed) =>
                {
                    var network = new Network { Loss = perMille / 1000.0, LossBurst = burst };
                    var (bursts, gaps) = Rows(network, seed);
                    var share = BurstLoss.ShareDeviation(network, Packets);
                    Assert.InRange((bursts.Sum() - Packets * network.Loss.Value) / Packets / share, -5, 5);
                    AssertGeometric(bursts, 1.0 / burst);
                    AssertGeometric(gaps, network.Loss.Value / (1 - network.Loss.Value) / burst);
                }
            )
            .Holds(30);

    [Fact]
    public void Bursts_of_one_packet_never_touch() =>
        Assert.All(Rows(new() { Loss = 0.4, LossBurst = 1 }, seed: 1).Bursts, length => Assert.Equal(1, length));

    [Fact]
    public void The_same_seed_loses_the_same_packets_and_another_seed_others()
    {
        var network = new Network { Loss = 0.05, LossBurst = 5 };
        Assert.Equal(Lost(network, 7), Lost(network, 7));
        Assert.NotEqual(Lost(network, 7), Lost(network, 8));
    }

    [Fact]
    public void What_else_is_asked_for_does_not_change_what_is_lost()
    {
        var network = new Network { Loss = 0.05, LossBurst = 5 };
        Assert.Equal(Lost(network, 7), Lost(network with { JitterNs = 1, DelayNs = 2, Duplicate = 0.1 }, 7));
    }

    /// <summary>So that what a verification allows is what chance does.</summary>
    [Fact]
    public void Deviations_are_those_of_many_networks()
    {
        var network = new Network { Loss = 0.02, LossBurst = 5 };
        var seen = Enumerable.Range(0, 200).Select(seed => Rows(network, seed, 10_000).Bursts).ToList();
        var shares = Deviation(seen.Select(bursts => bursts.Sum() / 10_000.0));
        var lengths = Deviation(seen.Select(bursts => bursts.Average()));
        Assert.InRange(shares / BurstLoss.ShareDeviation(network, 10_000), 0.8, 1.2);
        Assert.InRange(lengths / BurstLoss.LengthDeviation(network, 10_000), 0.8, 1.3);
    }

    [Fact]
    public void A_tally_finds_the_bursts()
    {
        var tally = new ProbeTally(10) { Sent = 10 };
        foreach (var number in new[] { 2, 4, 5, 9 })
            tally.RecordArrival(number, 1);
        // 0 and 1, 3, and 6 to 8.
        Assert.Equal(2, tally.LossBurst);
        Assert.Equal(0, new ProbeTally(0).LossBurst);
    }

    /// <summary>The mean length, and the share of those that are longer than it.</summary>
    private static void AssertGeometric(List<int> lengths, double ends)
    {
        var deviation = Math.Sqrt((1 - ends) / lengths.Count) / ends;
        Assert.InRange(Math.Abs(lengths.Average() - 1 / ends), 0, Deviations * deviation + 0.01);
        var mean = (int)Math.Round(1 / ends);
        var longer = Math.Pow(1 - ends, mean);
        Assert.InRange(
            Math.Abs(lengths.Count(length => length > mean) / (double)lengths.Count - longer),
            0,
            Deviations * Math.Sqrt(longer * (1 - longer) / lengths.Count) + 0.01
        );
    }

    /// <summary>The lengths of all whole bursts, and of the gaps between them.</summary>
    private static (List<int> Bursts, List<int> Gaps) Rows(Network network, int seed, int packets = Packets)
    {
        var lost = Lost(network, seed, packets);
        List<int> bursts = [],
            gaps = [];
        var begin = 0;
        for (var i = 1; i < lost.Count; i++)
            if (lost[i] != lost[i - 1])
            {
                (lost[i - 1] ? bursts : gaps).Add(i - begin);
                begin = i;
            }
        return (bursts, gaps);
    }

    private static List<bool> Lost(Network network, int seed, int packets = 5_000)
    {
        var decisions = new PacketDecisions(network, seed, 0);
        return [.. Enumerable.Range(0, packets).Select(i => decisions.Next(i, 100).Copies == 0)];
    }

    private static double Deviation(IEnumerable<double> values)
    {
        var all = values.ToList();
        return Math.Sqrt(all.Average(value => Math.Pow(value - all.Average(), 2)));
    }
}
