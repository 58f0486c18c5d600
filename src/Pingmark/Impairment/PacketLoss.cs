using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Says which packets are lost, duplicated or reordered. Of each thousand it selects exactly the share, at
/// places that are drawn without replacement: whoever sees some of them can't tell these from independent draws, and no
/// stack meets more than another by chance. The fraction that is left of a thousand goes to the next one.</summary>
internal sealed class PacketSelector(double share, Random random)
{
    /// <summary>The packets of which exactly the share is selected.</summary>
    public const int DeckSize = 1_000;

    private const double Rounding = 1e-9;

    private int _left;
    private int _marked;
    private long _decks;

    public bool Next()
    {
        if (share <= 0)
            return false;
        if (_left == 0)
            (_left, _marked) = (DeckSize, (int)(MarkedIn(_decks + 1) - MarkedIn(_decks++)));
        var isMarked = random.Next(_left--) < _marked;
        if (isMarked)
            _marked--;
        return isMarked;
    }

    private long MarkedIn(long decks) => (long)Math.Floor(share * DeckSize * decks + Rounding);
}

/// <summary>Says which packets are lost where losses come in bursts, by a <see cref="BurstChain"/>. It moves on with
/// each packet, and not with the time.</summary>
internal sealed class BurstLoss(BurstChain chain, Random random)
{
    // As it is long after its beginning.
    private bool _isBad = random.NextDouble() < chain.BadShare;

    public bool Next()
    {
        var loss = chain.LossIn(_isBad);
        // Gilbert's chain draws nothing here, so that it loses what it lost before Elliott's parameters were known.
        var isLost = loss >= 1 || loss > 0 && random.NextDouble() < loss;
        _isBad = random.NextDouble() < (_isBad ? 1 - chain.Ends : chain.Begins);
        return isLost;
    }
}

/// <summary>The two-state Markov chain of E. Gilbert (<i>Capacity of a burst-noise channel</i>, 1960) with the
/// parameters of E. Elliott (<i>Estimates of error rates for codes on burst-noise channels</i>, 1963): <c>gemodel p r
/// 1-h 1-k</c> of netem. In the bad state, a burst, more packets are lost than in the good one.</summary>
/// <param name="Begins">The probability that a burst begins after a packet between bursts (netem's p).</param>
/// <param name="Ends">The probability that a burst ends after one of its packets (netem's r).</param>
/// <param name="LossInBursts">The share of a burst's packets that are lost (netem's 1-h).</param>
/// <param name="LossBetween">The share of the packets between bursts that are lost (netem's 1-k).</param>
internal readonly record struct BurstChain(double Begins, double Ends, double LossInBursts, double LossBetween)
{
    /// <summary>The share of the packets that are in a burst.</summary>
    public double BadShare => Begins / (Begins + Ends);

    /// <summary>The share of the packets that are lost.</summary>
    public double Loss => BadShare * LossInBursts + (1 - BadShare) * LossBetween;

    public double LossIn(bool isBad) => isBad ? LossInBursts : LossBetween;

    /// <summary>The probability that both a packet and the one that comes so many packets later are lost.</summary>
    public double BothLost(int packetsLater)
    {
        // What two states have in common falls geometrically with the distance.
        var common = Math.Pow(1 - Begins - Ends, packetsLater) * BadShare * (1 - BadShare);
        return Loss * Loss + common * (LossInBursts - LossBetween) * (LossInBursts - LossBetween);
    }

    public static BurstChain From(Network network)
    {
        var (inBursts, between) = (network.LossInBursts ?? 1, network.LossBetween ?? 0);
        var ends = 1.0 / network.LossBurst!.Value;
        var badShare = (network.Loss!.Value - between) / (inBursts - between);
        return new(badShare * ends / (1 - badShare), ends, inBursts, between);
    }

    /// <summary>The number of packets that have so many bursts, on average; a whole number, which may be
    /// large.</summary>
    public double PacketsWith(int bursts) => Math.Round(bursts / (BadShare * Ends));
}
