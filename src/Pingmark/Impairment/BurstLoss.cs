using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Says which packets are lost where losses come in bursts, by a <see cref="BurstChain"/>. It moves on with
/// each packet, and not with the time.</summary>
internal sealed class BurstLoss : IPacketChoice
{
    private readonly Random _random;
    private readonly BurstChain _chain;
    private bool _isBad;

    /// <param name="network">A network with a loss and a length of its bursts.</param>
    public BurstLoss(Network network, Random random)
    {
        (_random, _chain) = (random, BurstChain.Of(network));
        // As it is long after its beginning.
        _isBad = random.NextDouble() < _chain.BadShare;
    }

    public bool Next()
    {
        var loss = _chain.LossIn(_isBad);
        // Gilbert's chain draws nothing here, so that it loses what it lost before Elliott's parameters were known.
        var isLost = loss >= 1 || loss > 0 && _random.NextDouble() < loss;
        _isBad = _random.NextDouble() < _chain.BadAfter(_isBad);
        return isLost;
    }
}
