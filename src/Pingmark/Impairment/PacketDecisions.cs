using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>What becomes of a packet.</summary>
/// <param name="Copies">0: it is lost.</param>
/// <param name="DueNs">When it goes on.</param>
/// <param name="IsHeldBack">The next one of its connection goes first.</param>
/// <param name="HasOverflown">It is lost, for there was no room before the rate.</param>
internal readonly record struct PacketDecision(int Copies, long DueNs, bool IsHeldBack, bool HasOverflown);

/// <summary>Decides for one direction of a network, packet after packet: a function of the seed, and of when packets
/// came and how long they were.</summary>
internal sealed class PacketDecisions
{
    /// <summary>What waits for its turn at a rate: as much as goes out in so long, and some packets at least.</summary>
    public const long QueueNs = 100_000_000;
    private const int LeastQueuedBytes = 16_384;

    private readonly Network _network;
    private readonly PacketSelector _loss,
        _duplicate,
        _reorder;
    private readonly Jitter _wander;
    private readonly long _sinceNs;
    private readonly long _queueNs;
    private long _freeAtNs;

    public PacketDecisions(Network network, int seed, long nowNs)
    {
        (_network, _sinceNs) = (network, nowNs);
        // A generator each, so that asking for jitter changes nothing of what is lost.
        var seeds = new Random(seed);
        _loss = new(network.Loss ?? 0, new(seeds.Next()));
        _duplicate = new(network.Duplicate ?? 0, new(seeds.Next()));
        _reorder = new(network.Reorder ?? 0, new(seeds.Next()));
        _wander = new(network.JitterNs ?? 0, new(seeds.Next()));
        _queueNs = Math.Max(QueueNs, OnTheLineNs(LeastQueuedBytes));
    }

    public PacketDecision Next(long nowNs, int bytes)
    {
        if (_loss.Next())
            return default;
        var sentNs = nowNs;
        if (_network.RateBitsPerS is not null)
        {
            var startsNs = Math.Max(nowNs, _freeAtNs);
            if (startsNs - nowNs > _queueNs)
                return new(0, 0, false, HasOverflown: true);
            sentNs = _freeAtNs = startsNs + OnTheLineNs(bytes);
        }
        var dueNs = sentNs + (_network.DelayNs ?? 0) + _wander.OffsetNs(sentNs - _sinceNs);
        return new(_duplicate.Next() ? 2 : 1, dueNs, _reorder.Next(), false);
    }

    /// <summary>When the next packet would not overflow.</summary>
    public long RoomAtNs(long nowNs) => Math.Max(nowNs, _freeAtNs - _queueNs);

    private long OnTheLineNs(int bytes) => _network.RateBitsPerS is { } bits ? (long)(bytes * 8e9 / bits) : 0;
}
