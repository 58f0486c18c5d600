using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Says which packets are lost where losses come in bursts: the two-state Markov chain of E. Gilbert
/// (<i>Capacity of a burst-noise channel</i>, 1960; E. Elliott's model of 1963 with every packet lost in the bad state
/// and none in the good one; <c>gemodel p r</c> of netem). It moves on with each packet, and not with the
/// time.</summary>
internal sealed class BurstLoss : IPacketChoice
{
    private readonly Random _random;
    private readonly double _begins,
        _goesOn;
    private bool _isBad;

    /// <param name="network">A network with a loss and a length of its bursts.</param>
    public BurstLoss(Network network, Random random)
    {
        var (loss, ends) = Of(network);
        (_random, _begins, _goesOn) = (random, loss * ends / (1 - loss), 1 - ends);
        // As it is long after its beginning.
        _isBad = random.NextDouble() < loss;
    }

    public bool Next()
    {
        var isLost = _isBad;
        _isBad = _random.NextDouble() < (_isBad ? _goesOn : _begins);
        return isLost;
    }

    /// <summary>The standard deviation of the share that is lost of so many packets. Bursts make it larger than
    /// independent losses would.</summary>
    public static double ShareDeviation(Network network, int packets)
    {
        var (loss, ends) = Of(network);
        var correlation = 1 - loss * ends / (1 - loss) - ends;
        return Math.Sqrt(loss * (1 - loss) / packets * (1 + correlation) / (1 - correlation));
    }

    /// <summary>The standard deviation of the mean length of the bursts in so many packets, in packets.</summary>
    public static double LengthDeviation(Network network, int packets)
    {
        var (loss, ends) = Of(network);
        return Math.Sqrt((1 - ends) / (packets * loss * ends)) / ends;
    }

    /// <summary>The number of packets that have so many bursts, on average; a whole number, which may be
    /// large.</summary>
    public static double PacketsOf(Network network, int bursts)
    {
        var (loss, ends) = Of(network);
        return Math.Round(bursts / (loss * ends));
    }

    private static (double Loss, double Ends) Of(Network network) =>
        (network.Loss!.Value, 1.0 / network.LossBurst!.Value);
}
