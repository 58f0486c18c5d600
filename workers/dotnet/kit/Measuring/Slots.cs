using System.Numerics;

namespace Pingmark.Worker.Kit;

/// <summary>The messages in flight on one connection, found by the sequence number of their answer: (generation
/// &lt;&lt; bits) | slot.</summary>
public sealed class Slots
{
    /// <summary>How an answer that nobody waits for relates to what was sent.</summary>
    public const int Late = -1,
        Duplicated = -2,
        NeverSent = -3;

    private const int Remembered = 64;

    private readonly Slot[] _slots;
    private readonly int _bits;
    private readonly uint _generations;
    private long _sent;
    private long _latestAnswered = -1;

    private struct Slot
    {
        public long SentAt;
        public long Order;
        public uint Generation;
        public bool Counted;
        public bool Used;

        /// <summary>All generations were in use once, also those above the present one.</summary>
        public bool Wrapped;
        public bool Busy;

        /// <summary>Bit k: the message k generations ago was answered. Tells a duplicate from a late answer.</summary>
        public ulong Answered;
    }

    public Slots(int count)
    {
        _slots = new Slot[count];
        _bits = 32 - BitOperations.LeadingZeroCount((uint)count - 1);
        _generations = uint.MaxValue >> _bits;
    }

    public int Count => _slots.Length;

    /// <summary>Takes a vacant slot.</summary>
    /// <returns>The sequence number of its next message.</returns>
    public uint Occupy(int index, long now, bool counted)
    {
        ref var slot = ref _slots[index];
        slot.Generation = slot.Used ? (slot.Generation + 1) & _generations : 0;
        slot.Wrapped |= slot.Used && slot.Generation == 0;
        slot.Used = slot.Busy = true;
        slot.SentAt = now;
        slot.Counted = counted;
        slot.Order = _sent++;
        slot.Answered <<= 1;
        return (slot.Generation << _bits) | (uint)index;
    }

    /// <returns>The slot of an answer that was waited for, else Late, Duplicated or NeverSent.</returns>
    public int Match(uint sequence)
    {
        var index = (int)(sequence & ((1u << _bits) - 1));
        if (index >= _slots.Length)
            return NeverSent;
        ref var slot = ref _slots[index];
        var age = (slot.Generation - (sequence >> _bits)) & _generations;
        if (age == 0 && slot.Busy)
        {
            slot.Answered |= 1;
            return index;
        }
        return Classify(ref slot, age);
    }

    private static int Classify(ref Slot slot, uint age)
    {
        if (!slot.Used || age > slot.Generation && !slot.Wrapped)
            return NeverSent;
        if (age >= Remembered)
            return Late;
        var bit = 1ul << (int)age;
        var seen = (slot.Answered & bit) != 0;
        slot.Answered |= bit;
        return seen ? Duplicated : Late;
    }

    /// <summary>Whether a message that was sent later has been answered before this one. Call once for each answer that
    /// matched.</summary>
    public bool Overtaken(int index)
    {
        var order = _slots[index].Order;
        if (order < _latestAnswered)
            return true;
        _latestAnswered = order;
        return false;
    }

    public void Vacate(int index) => _slots[index].Busy = false;

    public bool IsVacant(int index) => !_slots[index].Busy;

    public bool WaitsSince(int index, long time) => _slots[index].Busy && _slots[index].SentAt <= time;

    public long SentAt(int index) => _slots[index].SentAt;

    public bool IsCounted(int index) => _slots[index].Counted;
}
