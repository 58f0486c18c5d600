using FsCheck.Fluent;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Impairment;

/// <summary>Losses in bursts, against what is known of Gilbert's chain.</summary>
[Trait("Gate", "no")]
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
                    var (loss, chain) = (network.Loss.Value, BurstChain.From(network));
                    var memory = 1 - chain.Begins - chain.Ends;
                    var deviation = Math.Sqrt(loss * (1 - loss) * (1 + memory) / (1 - memory) / Packets);
                    Assert.InRange(((double)bursts.Sum() / Packets - loss) / deviation, -5, 5);
                    AssertGeometric(bursts, 1.0 / burst);
                    AssertGeometric(gaps, loss / (1 - loss) / burst);
                }
            )
            .Holds(30);

    [Fact]
    public void Bursts_of_one_packet_never_touch() =>
        Assert.All(Rows(new() { Loss = 0.4, LossBurst = 1 }, seed: 1).Bursts, length => Assert.Equal(1, length));

    [Fact]
    public void The_same_seed_loses_the_same_packets_whatever_else_is_asked_for_and_another_seed_others()
    {
        var network = new Network { Loss = 0.05, LossBurst = 5 };
        Assert.NotEqual(Lost(network, 7), Lost(network, 8));
        Assert.Equal(Lost(network, 7), Lost(network with { JitterNs = 1, DelayNs = 2, Duplicate = 0.1 }, 7));
    }

    /// <summary>So that what a verification allows is what chance does.</summary>
    [Fact]
    public void Figures_and_their_deviations_are_those_of_many_networks() =>
        Assert.All<Network>(
            [
                Elliott(0.02, 5, null, null),
                Elliott(0.4, 2, null, null),
                Elliott(0.05, 8, 0.6, 0.01),
                Elliott(0.1, 3, 0.3, null),
                Elliott(0.1, 20, null, 0.05),
            ],
            network =>
            {
                const int fewer = 5_000,
                    networks = 400;
                var chain = BurstChain.From(network);
                var seen = Enumerable.Range(0, networks).Select(seed => Lost(network, seed, fewer)).ToList();
                foreach (var figure in (BurstFigure[])[BurstFigure.Loss, BurstFigure.Row, BurstFigure.Again])
                {
                    var measured = seen.Select(lost => figure.Measure(lost)).ToList();
                    var (mean, deviation) = (figure.Mean(chain), figure.Deviation(chain, fewer));
                    var farthest = 4 * deviation / Math.Sqrt(networks) + 0.01 * mean;
                    Assert.InRange(Math.Abs(measured.Average() - mean), 0, farthest);
                    Assert.InRange(Deviation(measured) / deviation, 0.8, 1.25);
                }
            }
        );

    /// <summary>All four parameters of the chain decide how often each pattern of three packets comes.</summary>
    [Fact]
    public void Losses_follow_one_another_as_in_Elliotts_model()
    {
        AssertElliotts(0.05, 8, 0.6, 0.01);
        AssertElliotts(0.1, 3, 0.3, null);
        AssertElliotts(0.1, 20, null, 0.05);
        AssertElliotts(0.3, 2, 0.9, 0.2);
    }

    private static void AssertElliotts(double loss, int burst, double? inBursts, double? between)
    {
        var lost = Lost(Elliott(loss, burst, inBursts, between), seed: 3, packets: 1_000_000);
        // By netem's parameters, beside the chain.
        var (h, k, r) = (1 - (inBursts ?? 1), 1 - (between ?? 0), 1.0 / burst);
        var bad = (loss - 1 + k) / (k - h);
        var p = r * bad / (1 - bad);
        foreach (var pattern in Enumerable.Range(0, 8))
        {
            var (good, isBad) = (1 - bad, bad);
            for (var i = 0; i < 3; i++)
            {
                var isLost = (pattern >> i & 1) == 1;
                (good, isBad) = (good * (isLost ? 1 - k : k), isBad * (isLost ? 1 - h : h));
                if (i < 2)
                    (good, isBad) = (good * (1 - p) + isBad * r, good * p + isBad * (1 - r));
            }
            var counted = Enumerable
                .Range(0, lost.Count - 2)
                .Count(i => pattern == (lost[i] ? 1 : 0) + (lost[i + 1] ? 2 : 0) + (lost[i + 2] ? 4 : 0));
            Assert.InRange((double)counted / lost.Count, good + isBad - 0.002, good + isBad + 0.002);
        }
    }

    [Fact]
    public void A_tally_finds_the_bursts()
    {
        var tally = new ProbeTally(10) { Sent = 10 };
        foreach (var number in new[] { 2, 4, 5, 9 })
            tally.RecordArrival(number, 1);
        // 0 and 1, 3, and 6 to 8.
        Assert.Equal(2, tally.Measure(BurstFigure.Row));
        Assert.Equal(0, new ProbeTally(0).Measure(BurstFigure.Row));
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

    private static Network Elliott(double loss, int burst, double? inBursts, double? between) =>
        new()
        {
            Loss = loss,
            LossBurst = burst,
            LossInBursts = inBursts,
            LossBetween = between,
        };

    private static double Deviation(IEnumerable<double> values)
    {
        var all = values.ToList();
        return Math.Sqrt(all.Average(value => Math.Pow(value - all.Average(), 2)));
    }
}
