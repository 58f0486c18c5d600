using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Measures a network by probes of its own before anybody uses it: delay and jitter by probes at a steady
/// pace, shares by numbered probes in quick succession, and the rate by more than it can carry. Since both ends read
/// one clock, the directions are measured separately.</summary>
internal sealed class Verification(Network network, int seed)
{
    private const long MsNs = 1_000_000,
        SecondNs = 1_000_000_000;

    /// <summary>How far a figure may be off: an absolute difference, or a share of what was asked for, whichever is
    /// more.</summary>
    private const double TimeNs = 1e6,
        DelayShare = 0.05,
        JitterShare = 0.2,
        RateShare = 0.05,
        BurstShare = 0.05,
        ShareBound = 0.002,
        AgainBound = 0.02;

    /// <summary>How far chance may carry what comes in bursts, in standard deviations.</summary>
    private const double Deviations = 4;

    /// <summary>The number of bursts that the probes should see, and how many times as many probes are sent for it at
    /// most.</summary>
    private const int Bursts = 200,
        LargestFactor = 4;

    private const long PaceNs = 2 * MsNs;
    private const long ShortestPacedNs = 300 * MsNs;

    /// <summary>The number of jitter values that the probes should see.</summary>
    private const int JitterSteps = 24;

    /// <summary>The number of probes that are sent before the link must have taken them.</summary>
    private const int Burst = 64;
    private const long LongestFloodNs = 2 * SecondNs;

    /// <summary>The share of the network's rate at which the probes that are counted are sent.</summary>
    private const double ShareOfRate = 0.5;
    private const int HeaderBytes = 28;
    private const int BigBytes = 1_000;
    private const long ShortestRateNs = 400 * MsNs;

    /// <summary>The duration of the measurement of a rate in amplitudes of jitter, since jitter moves the first and the
    /// last probe.</summary>
    private const int RateAmplitudes = 60;

    private long DelayNs => network.DelayNs ?? 0;

    /// <param name="packets">The number of probes each way that count lost, duplicated and reordered packets, if the
    /// rate lets so many pass in a moment; more where losses come in bursts, of which it takes many.</param>
    /// <returns>The figures, and how many probes were counted.</returns>
    public (IReadOnlyList<NetworkFigure> Figures, int Packets) Measure(int packets)
    {
        using var link = NetworkEngines.Open(network.Engine, "udp");
        using var path = new ProbePath(link);
        link.Shape(network, seed);
        var figures = Times(path).ToList();
        // From its first decision on.
        link.Shape(network, seed);
        var shares = network.AltersPackets ? InWholeDecks(Math.Min(CountProbes(packets), MostInTime)) : 0;
        figures.AddRange(Shares(path, shares));
        if (network.RateBitsPerS is { } bits)
            figures.Add(Rate(path, bits));
        return (figures, shares);
    }

    private IEnumerable<NetworkFigure> Times(ProbePath path)
    {
        var lengthNs = Math.Max(ShortestPacedNs, JitterSteps * Jitter.StepNs(network.JitterNs ?? 0));
        var probes = (int)(lengthNs / PaceNs);
        path.Begin(probes, answers: true);
        var nextNs = Clock.NowNs;
        for (var i = 0; i < probes; i++)
        {
            path.Send();
            path.TakeUntil(nextNs += PaceNs);
        }
        path.TakeAll();
        if (path.Up.Distinct == 0 || path.Down.Distinct == 0)
            throw new PingmarkException("none of its probes came through", ExitCode.CellFailed);
        yield return new(
            "delay_ns",
            DelayNs,
            path.Up.DelayNs,
            path.Down.DelayNs,
            Math.Max(TimeNs, DelayShare * DelayNs)
        );
        if (network.JitterNs is > 0 and var jitterNs)
            yield return new(
                "jitter_ns",
                jitterNs,
                path.Up.JitterNs,
                path.Down.JitterNs,
                Math.Max(TimeNs, JitterShare * jitterNs)
            );
    }

    private List<NetworkFigure> Shares(ProbePath path, int probes)
    {
        if (probes == 0)
            return [];
        path.Begin(probes, answers: true);
        var paceNs = network.RateBitsPerS is { } bits
            ? (long)(Burst * (ProbePath.LeastBytes + HeaderBytes) * 8e9 / bits / ShareOfRate)
            : 0;
        while (path.Up.Sent < probes)
        {
            for (var i = 0; i < Burst && path.Up.Sent < probes; i++)
                path.Send();
            if (!path.WaitForLink())
                break;
            path.Take();
            // What the machine held up is not caught up with: that would be more than the rate.
            if (paceNs > 0)
                path.TakeUntil(Clock.NowNs + paceNs);
        }
        path.TakeAll();
        NetworkFigure Figure(string quantity, double? asked, Func<ProbeTally, double> got, double bound = ShareBound) =>
            new(quantity, asked ?? 0, got(path.Up), got(path.Down), bound);
        var figures = new List<NetworkFigure>();
        if (network.LossBurst is null)
            figures.Add(Figure("loss", network.Loss, tally => tally.Measure(BurstFigure.Loss)));
        else
        {
            AddBurst("loss", BurstFigure.Loss, _ => ShareBound);
            AddBurst("loss_burst", BurstFigure.Row, mean => BurstShare * mean);
            // In Gilbert's chain it follows from the two above.
            if (network.LossInBursts is not null || network.LossBetween is not null)
                AddBurst("loss_again", BurstFigure.Again, _ => AgainBound);
        }
        figures.Add(Figure("duplicate", network.Duplicate, tally => tally.Duplicate));
        figures.Add(Figure("reorder", network.Reorder, tally => tally.Reorder));
        return figures;

        void AddBurst(string quantity, BurstFigure figure, Func<double, double> bound)
        {
            var chain = BurstChain.From(network);
            var (mean, byChance) = (figure.Mean(chain), Deviations * figure.Deviation(chain, probes));
            figures.Add(Figure(quantity, mean, tally => tally.Measure(figure), Math.Max(bound(mean), byChance)));
        }
    }

    private int CountProbes(int packets) =>
        network.LossBurst is null
            ? packets
            : (int)Math.Clamp(BurstChain.From(network).PacketsWith(Bursts), packets, (double)LargestFactor * packets);

    /// <summary>Measures the rate one way. The other way has the same code, and answers to more than a line carries
    /// would be a flood themselves.</summary>
    private NetworkFigure Rate(ProbePath path, long bits)
    {
        var packetNs = (BigBytes + HeaderBytes) * 8e9 / bits;
        var lengthNs = Math.Max(ShortestRateNs, RateAmplitudes * (network.JitterNs ?? 0));
        var probes = (int)Math.Clamp(2 * lengthNs / packetNs, 20, 100_000);
        path.Begin(probes, answers: false);
        var beganNs = Clock.NowNs;
        for (var i = 0; i < probes; i++)
        {
            path.Send(BigBytes);
            // Twice as many as go through.
            path.TakeUntil(beganNs + (long)((i + 1) * packetNs / 2));
        }
        path.TakeAll();
        var (firstNs, lastNs, bytes) = path.Arrived;
        var packets = bytes / BigBytes;
        var got = lastNs > firstNs ? packets * (BigBytes + HeaderBytes) * 8e9 / (lastNs - firstNs) : 0;
        return new("rate_bits_per_s", bits, got, got, RateShare * bits);
    }

    private int MostInTime =>
        network.RateBitsPerS is { } bits
            ? (int)
                Math.Min(
                    int.MaxValue,
                    LongestFloodNs / 1e9 * bits * ShareOfRate / (8 * (ProbePath.LeastBytes + HeaderBytes))
                )
            : int.MaxValue;

    private static int InWholeDecks(int packets) =>
        Math.Max(1, packets / PacketSelector.DeckSize) * PacketSelector.DeckSize;
}
