using Pingmark.Model;

namespace Pingmark.Impairment;

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

    public double LossIn(bool isBad) => isBad ? LossInBursts : LossBetween;

    /// <summary>The probability that the next packet is in a burst.</summary>
    public double BadAfter(bool isBad) => isBad ? 1 - Ends : Begins;

    /// <param name="network">A network with a loss and a length of its bursts.</param>
    public static BurstChain Of(Network network)
    {
        var (inBursts, between) = (network.LossInBursts ?? 1, network.LossBetween ?? 0);
        var ends = 1.0 / network.LossBurst!.Value;
        var badShare = (network.Loss!.Value - between) / (inBursts - between);
        return new(badShare * ends / (1 - badShare), ends, inBursts, between);
    }

    /// <summary>The number of packets that have so many bursts, on average; a whole number, which may be
    /// large.</summary>
    public double PacketsOf(int bursts) => Math.Round(bursts / (BadShare * Ends));
}
