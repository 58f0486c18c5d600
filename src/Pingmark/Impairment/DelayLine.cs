using System.Diagnostics.CodeAnalysis;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Holds the packets of one direction while they are under way. It knows no clock and no socket. Packets leave
/// in the order in which they came, except those that are held back until the next one of their connection has passed.
/// It allocates only while it grows.</summary>
internal sealed class DelayLine
{
    private const int FewestSlots = 256,
        MostSlots = 65_536;
    private const int SlotBytes = 2_048;

    /// <summary>The least time for which a packet is held back when no other one follows it.</summary>
    private const long LeastHeldNs = 1_000_000;

    private sealed class Slot
    {
        public byte[] Data = new byte[SlotBytes];
        public int Length;
        public int Flow;
        public int Copies;
        public long DueNs;
    }

    private Slot[] _slots = new Slot[FewestSlots];
    private int _first;
    private int _count;
    private readonly Slot _held = new();
    private bool _isHolding;
    private long _toHold;
    private PacketDecisions _decisions;
    private long _longestHeldNs;
    private long _bytes,
        _lost,
        _duplicated,
        _reordered,
        _overflowed;

    public DelayLine(Network network, int seed, long nowNs) => Shape(network, seed, nowNs);

    /// <summary>What has passed so far.</summary>
    public NetworkUse Use =>
        new()
        {
            Packets = Packets,
            Bytes = _bytes,
            Lost = _lost,
            Duplicated = _duplicated,
            Reordered = _reordered,
            Overflowed = _overflowed,
        };

    public long Packets { get; private set; }

    /// <summary>Forgets what is under way and goes on with another network; what was counted stays.</summary>
    [MemberNotNull(nameof(_decisions))]
    public void Shape(Network network, int seed, long nowNs)
    {
        _decisions = new(network, seed, nowNs);
        _longestHeldNs = Math.Max(LeastHeldNs, network.DelayNs ?? 0);
        (_first, _count, _isHolding, _toHold) = (0, 0, false, 0);
    }

    /// <param name="flow">The number of the packet's connection, which is handed on with it.</param>
    public void Offer(long nowNs, int flow, ReadOnlySpan<byte> packet, int overheadBytes = 0)
    {
        Packets++;
        _bytes += packet.Length + overheadBytes;
        var decision = _decisions.Next(nowNs, packet.Length + overheadBytes);
        if (decision.Copies == 0)
        {
            if (decision.HasOverflown)
                _overflowed++;
            else
                _lost++;
            return;
        }
        _duplicated += decision.Copies - 1;
        _toHold += decision.IsHeldBack ? 1 : 0;
        // One is held back at a time; the next one's turn comes after it.
        if (_toHold > 0 && !_isHolding)
        {
            (_isHolding, _toHold) = (true, _toHold - 1);
            Fill(_held, flow, packet, decision.Copies, decision.DueNs);
            return;
        }
        Add(flow, packet, decision.Copies, decision.DueNs);
        if (!_isHolding || _held.Flow != flow)
            return;
        _reordered++;
        Release(decision.DueNs);
    }

    /// <summary>When the queue before the rate has room again, in ns; at once where there is no rate. A stream must
    /// offer nothing before, since it would be lost.</summary>
    public long RoomAtNs(long nowNs) => _count == MostSlots ? nowNs + LeastHeldNs : _decisions.RoomAtNs(nowNs);

    /// <summary>When the next packet is to be taken, in ns; <see cref="long.MaxValue"/> if nothing is under
    /// way.</summary>
    public long NextNs =>
        Math.Min(
            _count > 0 ? _slots[_first].DueNs : long.MaxValue,
            _isHolding ? _held.DueNs + _longestHeldNs : long.MaxValue
        );

    /// <summary>Takes a packet whose time has come. The packet is valid until the next call.</summary>
    public bool TryTake(long nowNs, out int flow, out ReadOnlySpan<byte> packet, out long dueNs)
    {
        if (_isHolding && _held.DueNs + _longestHeldNs <= nowNs)
            Release(_held.DueNs + _longestHeldNs);
        if (_count == 0 || _slots[_first].DueNs > nowNs)
        {
            (flow, dueNs) = (0, 0);
            packet = default;
            return false;
        }
        var slot = _slots[_first];
        (flow, dueNs) = (slot.Flow, slot.DueNs);
        packet = slot.Data.AsSpan(0, slot.Length);
        if (--slot.Copies == 0)
        {
            _first = (_first + 1) % _slots.Length;
            _count--;
        }
        return true;
    }

    private void Release(long dueNs)
    {
        _isHolding = false;
        Add(_held.Flow, _held.Data.AsSpan(0, _held.Length), _held.Copies, dueNs);
    }

    private void Add(int flow, ReadOnlySpan<byte> packet, int copies, long dueNs)
    {
        if (_count == _slots.Length && !Grow())
        {
            _overflowed++;
            return;
        }
        var last = _count > 0 ? _slots[(_first + _count - 1) % _slots.Length].DueNs : long.MinValue;
        ref var slot = ref _slots[(_first + _count++) % _slots.Length];
        Fill(slot ??= new(), flow, packet, copies, Math.Max(last, dueNs));
    }

    private static void Fill(Slot slot, int flow, ReadOnlySpan<byte> packet, int copies, long dueNs)
    {
        if (slot.Data.Length < packet.Length)
            slot.Data = new byte[packet.Length];
        packet.CopyTo(slot.Data);
        (slot.Length, slot.Flow, slot.Copies, slot.DueNs) = (packet.Length, flow, copies, dueNs);
    }

    private bool Grow()
    {
        if (_slots.Length == MostSlots)
            return false;
        var more = new Slot[2 * _slots.Length];
        for (var i = 0; i < _count; i++)
            more[i] = _slots[(_first + i) % _slots.Length];
        (_slots, _first) = (more, 0);
        return true;
    }
}
