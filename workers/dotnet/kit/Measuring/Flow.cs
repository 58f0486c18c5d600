namespace Pingmark.Worker.Kit;

/// <summary>
/// One connection of a client and its messages in flight. The stack tells it what arrived, sends what is in
/// <see cref="Outgoing"/>, and then lets it settle:
/// match and compose first, verify and record while the next message is under way. Everything runs on the lane.
/// </summary>
public abstract class Flow
{
    private bool _countedSent;
    private bool _countedReceived;
    private bool _ended;

    protected Flow(Lane lane, int outBytes)
    {
        Lane = lane;
        Slots = new Slots(lane.Plan.InFlight);
        Out = new NativeBuffer(outBytes);
        OutMemory = Out.Memory;
    }

    public Lane Lane { get; }
    protected Slots Slots { get; }
    protected NativeBuffer Out { get; }
    protected Memory<byte> OutMemory { get; }
    private int _outStart;
    private int _outWaiting;

    /// <summary>How many answers one <c>Arrived</c> can bring.</summary>
    internal abstract int MostAnswers { get; }

    /// <summary>Composed and not yet sent, up to the end of the ring.</summary>
    public ReadOnlyMemory<byte> Outgoing => OutMemory[_outStart..OutgoingEnd];
    public ReadOnlySpan<byte> OutgoingSpan => Out.Slice(_outStart, OutgoingEnd);
    public bool HasOutgoing => _outWaiting > 0;

    private int OutgoingEnd => Math.Min(_outStart + _outWaiting, Out.Length);

    /// <summary>The stack's send took so many bytes.</summary>
    public void Sent(int bytes)
    {
        _outStart += bytes;
        _outWaiting -= bytes;
        if (_outWaiting == 0 || _outStart == Out.Length)
            _outStart = 0;
    }

    /// <summary>Room for one message more. The ring holds a whole number of them, so that none is split at its
    /// end.</summary>
    protected Span<byte> Append(int messageBytes)
    {
        var at = _outStart + _outWaiting;
        if (at >= Out.Length)
            at -= Out.Length;
        _outWaiting += messageBytes;
        return Out.Slice(at, at + messageBytes);
    }

    protected bool HasOutRoom(int messageBytes) => _outWaiting + messageBytes <= Out.Length;

    /// <summary>Composes messages for vacant slots while there is room: at the start, and after losses. The clock is
    /// read for each.</summary>
    /// <returns>Whether there is something to send.</returns>
    public bool Fill()
    {
        if (Lane.IsSending)
            for (var slot = 0; slot < Slots.Count && HasRoom; slot++)
                if (Slots.IsVacant(slot))
                    Compose(slot, Clock.Now());
        return HasOutgoing;
    }

    /// <summary>The connection is of no use any more; only the first reason counts.</summary>
    public void End(string reason)
    {
        if (!_ended)
        {
            _ended = true;
            Lane.ConnectionEnded(reason);
        }
        if (Lane.IsRunning)
            Lane.Tick();
    }

    internal void Begin() => _countedSent = _countedReceived = false;

    internal bool IsSilent => _countedSent && !_countedReceived;

    /// <summary>Counts as lost what has been waiting since the deadline.</summary>
    internal void Expire(long deadline, long now)
    {
        for (var slot = 0; slot < Slots.Count; slot++)
            if (Slots.WaitsSince(slot, deadline))
            {
                Slots.Vacate(slot);
                Lane.Lost(Slots.IsCounted(slot), now);
            }
    }

    /// <summary>One answer: frees its slot, and uses it again while the load runs.</summary>
    protected void Answer(uint sequence, int bodyAt, long now)
    {
        var slot = Slots.Match(sequence);
        if (slot < 0)
        {
            Lane.Unexpected(slot, now);
            return;
        }
        Lane.Matches(sequence, bodyAt, Slots.IsCounted(slot), now - Slots.SentAt(slot));
        Next(slot, now);
    }

    /// <summary>An answer that was cut, or is too long: it is no round trip, but nobody has to wait for
    /// another.</summary>
    protected void AnswerOfWrongLength(uint sequence, long now)
    {
        Lane.Corrupt();
        var slot = Slots.Match(sequence);
        if (slot < 0)
            Lane.Refill(now);
        else
            Next(slot, now);
    }

    private void Next(int slot, long now)
    {
        if (Slots.Overtaken(slot))
            Lane.Reordered();
        var counted = Slots.IsCounted(slot);
        _countedReceived |= counted;
        Lane.Answered(counted, now);
        Slots.Vacate(slot);
        if (Lane.IsSending && HasRoom)
            Compose(slot, now);
    }

    private void Compose(int slot, long now)
    {
        var counted = Lane.Sending(now);
        _countedSent |= counted;
        Write(Slots.Occupy(slot, now, counted));
    }

    protected abstract bool HasRoom { get; }

    protected abstract void Write(uint sequence);
}
