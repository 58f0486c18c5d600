using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>What happens to a packet.</summary>
/// <param name="Copies">How often the packet is delivered; 0 if it is lost.</param>
/// <param name="DueNs">When the packet is delivered, in ns.</param>
/// <param name="IsHeldBack">Whether the next packet of its connection goes first.</param>
/// <param name="HasOverflown">Whether the packet is lost because the queue before the rate was full.</param>
internal readonly record struct PacketDecision(int Copies, long DueNs, bool IsHeldBack, bool HasOverflown);

/// <summary>Decides for one direction of a network, packet by packet, from the seed and from the packets' times and
/// lengths.</summary>
internal sealed class PacketDecisions
{
    /// <summary>The longest wait in the queue before a rate, in ns; it is longer where some packets would not
    /// fit.</summary>
    public const long QueueNs = 100_000_000;
    private const int LeastQueuedBytes = 16_384;

    private readonly Network _network;
    private readonly Func<bool> _isNextLost;
    private readonly PacketSelector _duplicate,
        _reorder;
    private readonly Jitter _jitter;
    private readonly long _sinceNs;
    private readonly long _queueNs;
    private long _freeAtNs;

    public PacketDecisions(Network network, int seed, long nowNs)
    {
        (_network, _sinceNs) = (network, nowNs);
        // A generator each, so that asking for jitter changes nothing of what is lost.
        var seeds = new Random(seed);
        Random ofLoss = new(seeds.Next());
        _isNextLost = network.LossBurst is null
            ? new PacketSelector(network.Loss ?? 0, ofLoss).Next
            : new BurstLoss(BurstChain.From(network), ofLoss).Next;
        _duplicate = new(network.Duplicate ?? 0, new(seeds.Next()));
        _reorder = new(network.Reorder ?? 0, new(seeds.Next()));
        _jitter = new(network.JitterNs ?? 0, new(seeds.Next()));
        _queueNs = Math.Max(QueueNs, OnTheLineNs(LeastQueuedBytes));
    }

    public PacketDecision Next(long nowNs, int bytes)
    {
        if (_isNextLost())
            return default;
        var sentNs = nowNs;
        if (_network.RateBitsPerS is not null)
        {
            var startsNs = Math.Max(nowNs, _freeAtNs);
            if (startsNs - nowNs > _queueNs)
                return new(0, 0, false, HasOverflown: true);
            sentNs = _freeAtNs = startsNs + OnTheLineNs(bytes);
        }
        var dueNs = sentNs + (_network.DelayNs ?? 0) + _jitter.OffsetNs(sentNs - _sinceNs);
        return new(_duplicate.Next() ? 2 : 1, dueNs, _reorder.Next(), false);
    }

    /// <summary>When the next packet would not overflow the queue, in ns.</summary>
    public long RoomAtNs(long nowNs) => Math.Max(nowNs, _freeAtNs - _queueNs);

    private long OnTheLineNs(int bytes) => _network.RateBitsPerS is { } bits ? (long)(bytes * 8e9 / bits) : 0;
}
