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

    private readonly Slot[] _slots;
    private readonly int _bits;
    private readonly uint _generations;
    private long _sent;
    private long _latestAnswered = -1;

    /// <summary>Of each slot's message, where messages differ in size; else null.</summary>
    private int[]? _bodyBytes;

    /// <summary>Vacant slots in a ring, the one that has been vacant longest first.</summary>
    private readonly int[] _vacant;
    private int _firstVacant;

    private struct Slot
    {
        public long IntendedAt;
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
        _vacant = new int[count];
        for (var slot = 0; slot < count; slot++)
            _vacant[slot] = slot;
        VacantCount = count;
    }

    public int Count => _slots.Length;

    public int VacantCount { get; private set; }

    /// <summary>Before a measurement: all slots that no message waits in are vacant.</summary>
    /// <param name="hasSizes">Whether messages differ in size, which <see cref="BodyBytes"/> then keeps.</param>
    public void Begin(bool hasSizes = false)
    {
        _bodyBytes = hasSizes ? _bodyBytes ?? new int[_slots.Length] : null;
        VacantCount = 0;
        for (var slot = 0; slot < _slots.Length; slot++)
            if (!_slots[slot].Busy)
                Vacate(slot);
    }

    /// <returns>The slot that has been vacant longest, to be occupied.</returns>
    public int TakeVacant()
    {
        var slot = _vacant[_firstVacant];
        if (++_firstVacant == _vacant.Length)
            _firstVacant = 0;
        VacantCount--;
        return slot;
    }

    /// <summary>A slot whose message was answered or lost, and that is not used again at once.</summary>
    public void Vacate(int slot)
    {
        var at = _firstVacant + VacantCount++;
        _vacant[at < _vacant.Length ? at : at - _vacant.Length] = slot;
    }

    /// <returns>The sequence number of the slot's next message.</returns>
    public uint Occupy(int index, long now, long intended, bool counted)
    {
        ref var slot = ref _slots[index];
        slot.Generation = slot.Used ? (slot.Generation + 1) & _generations : 0;
        slot.Wrapped |= slot.Used && slot.Generation == 0;
        slot.Used = slot.Busy = true;
        slot.IntendedAt = intended;
        slot.SentAt = now;
        slot.Counted = counted;
        slot.Order = _sent++;
        slot.Answered <<= 1;
        return (slot.Generation << _bits) | (uint)index;
    }

    /// <summary>Where messages are sent from one slot after the other: those that wait, up to this slot's.</summary>
    /// <returns>The first one's slot, and how many they are.</returns>
    public (int First, int Waiting) RowUpTo(int last)
    {
        var (first, waiting) = (last, 0);
        var slot = last;
        for (var seen = 0; seen < _slots.Length && _slots[slot].Order <= _slots[last].Order; seen++)
        {
            if (_slots[slot].Busy)
                (first, waiting) = (slot, waiting + 1);
            slot = (slot == 0 ? _slots.Length : slot) - 1;
        }
        return (first, waiting);
    }

    public int After(int slot) => slot + 1 == _slots.Length ? 0 : slot + 1;

    /// <returns>The slot of a message that waits; else Late, Duplicated or NeverSent.</returns>
    public int Awaited(uint sequence)
    {
        var index = Match(sequence);
        if (index >= 0)
            _slots[index].Busy = true;
        return index;
    }

    public void Lose(int index) => _slots[index].Busy = false;

    /// <summary>One way: the server has its message. It then knows of it, should it be told again.</summary>
    public void Acknowledge(int index)
    {
        ref var slot = ref _slots[index];
        slot.Answered |= 1;
        slot.Busy = false;
    }

    /// <returns>The slot of an answer that was waited for, and is no more; else Late, Duplicated or
    /// NeverSent.</returns>
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
            slot.Busy = false;
            return index;
        }
        return Classify(ref slot, age);
    }

    private static int Classify(ref Slot slot, uint age)
    {
        if (!slot.Used || age > slot.Generation && !slot.Wrapped)
            return NeverSent;
        if (age >= Constants.AnswersRememberedPerSlot)
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

    /// <summary>Ends the wait for a message that was sent then or before.</summary>
    /// <returns>Whether there was one in the slot.</returns>
    public bool Expires(int index, long deadline)
    {
        ref var slot = ref _slots[index];
        if (!slot.Busy || slot.SentAt > deadline)
            return false;
        slot.Busy = false;
        return true;
    }

    /// <summary>The length of its latest message's body, where messages differ in size.</summary>
    public ref int BodyBytes(int index) => ref _bodyBytes![index];

    public bool IsBusy(int index) => _slots[index].Busy;

    public long SentAt(int index) => _slots[index].SentAt;

    public long IntendedAt(int index) => _slots[index].IntendedAt;

    public bool IsCounted(int index) => _slots[index].Counted;
}
