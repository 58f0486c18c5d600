using System.Buffers.Binary;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>
/// One connection of a client: its messages in flight, its load, and what is composed and not sent yet. Everything runs
/// on its lane.
/// </summary>
public abstract class Connection
{
    private const int FirstPartBytes = sizeof(int);

    /// <summary>On its lane.</summary>
    private readonly int _index;
    private Load _load = new Closed();
    private Sends _sends;
    private bool _countedSent;
    private bool _countedReceived;
    private bool _ended;

    /// <summary>One way: so many by the server's count.</summary>
    private long _arrived;
    private int _outStart;
    private int _outWaiting;

    protected Connection(Lane lane, int outBytes)
    {
        Lane = lane;
        _index = lane.Connections;
        Number = lane.Client.NextConnection();
        Slots = new Slots(lane.Plan.InFlight);
        Out = new NativeBuffer(outBytes);
        Snapshots = lane.Plan.Ticks is null ? null : new();
    }

    public Lane Lane { get; }

    /// <summary>Among all of the client's.</summary>
    internal int Number { get; }
    protected Slots Slots { get; }
    protected NativeBuffer Out { get; }

    /// <summary>Null where the server sends nothing unasked.</summary>
    internal SnapshotsSeen? Snapshots { get; }

    /// <summary>How many answers one receive can bring.</summary>
    internal abstract int MostAnswers { get; }

    /// <summary>Whether another message can be composed.</summary>
    protected abstract bool HasRoom { get; }

    /// <summary>Composes a message.</summary>
    protected abstract void Write(uint sequence);

    /// <summary>Sends what is composed, as far as there is room.</summary>
    protected abstract void Transmit();

    /// <summary>Several messages were handed to a library, which may send them together now.</summary>
    protected virtual void Flush() { }

    protected bool HasComposed => _outWaiting > 0;

    /// <summary>What the next send call takes of a stream lies between these, up to the end of the ring.</summary>
    protected int OutStart => _outStart;
    protected int OutEnd => _sends.AreTogether ? Math.Min(_outStart + _outWaiting, Out.Length) : EndOfNextPart;

    /// <summary>Of the message that comes first. The ring begins with one, and they are all of one length.</summary>
    private int EndOfNextPart
    {
        get
        {
            var message = Lane.Plan.MessageBytes;
            var inside = _outStart % message;
            var isFirst = _sends.AreCut && inside < FirstPartBytes;
            var most = _outStart - inside + (isFirst ? FirstPartBytes : _sends.Messages * message);
            return Math.Min(most, Math.Min(_outStart + _outWaiting, Out.Length));
        }
    }

    /// <summary>The way to send took so many bytes.</summary>
    protected void Took(int bytes)
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

    /// <summary>The connection is of no use any more; only the first reason counts.</summary>
    public void End(string reason)
    {
        if (_ended)
            return;
        _ended = true;
        Lane.ConnectionEnded(reason);
    }

    /// <summary>Of a receive that brought nothing.</summary>
    protected void Failed(SocketError error)
    {
        if (!Sockets.IsNothingYet(error))
        {
            End(Sockets.Reason(error));
            return;
        }
        if (HasComposed)
            Transmit();
        Lane.Nothing();
    }

    /// <summary>It is of no use to anybody any more.</summary>
    internal virtual void Free() => ((IDisposable)Out).Dispose();

    internal void Begin(Load load, Sends sends)
    {
        (_load, _sends) = (load, sends);
        Slots.Begin(Lane.IsTimed);
        _countedSent = _countedReceived = false;
        Snapshots?.Begin();
    }

    internal bool IsSilent => _countedSent && !_countedReceived;

    /// <summary>The load has messages that are intended before that time.</summary>
    internal bool HasDueBefore(long time) => _load.Due < time;

    /// <summary>Passes over what is intended before <paramref name="to"/> and found no free slot.</summary>
    internal void GiveUp(long from, long to)
    {
        for (; _load.Due < to; _load.Sent())
            if (_load.Due >= from)
                Lane.Counts.CountUnsent();
        Schedule();
    }

    /// <summary>Sends what is due and has a slot, when no receive gave cause to. The clock is read again for each
    /// further call.</summary>
    internal void Fill(long now)
    {
        var any = false;
        while (true)
        {
            for (var left = _sends.Messages; left > 0 && Lane.MayFill(now) && MayCompose(now); left--)
                Compose(Slots.TakeVacant(), now);
            if (!HasComposed)
                break;
            any = true;
            Transmit();
            if (HasComposed || !MayCompose(now))
                break;
            now = Lane.ReadClock();
        }
        if (any)
            Flush();
        Schedule();
    }

    /// <summary>What a receive made possible beyond the slots that it freed itself.</summary>
    /// <returns>Whether there is something to send.</returns>
    protected bool ComposeDue(long now)
    {
        if (Lane.IsTimed)
            Lane.EndWhenDone(now);
        while (MayCompose(now))
            Compose(Slots.TakeVacant(), now);
        Schedule();
        return HasComposed;
    }

    private bool MayCompose(long now) => Slots.VacantCount > 0 && _load.Due <= now && Lane.IsSending && HasRoom;

    private void Schedule()
    {
        if (Lane.IsTimed)
            Lane.SetDue(_index, Slots.VacantCount > 0 && HasRoom ? _load.Due : Load.Never);
    }

    /// <summary>Counts as lost what has been waiting since the deadline.</summary>
    /// <returns>When the oldest message that is still out was sent.</returns>
    internal long Expire(long deadline, long now)
    {
        var oldest = now;
        for (var slot = 0; slot < Slots.Count; slot++)
            if (Slots.Expires(slot, deadline))
            {
                if (Lane.MayFill(now))
                    Slots.Vacate(slot);
                _load.Ended();
                if (Slots.IsCounted(slot))
                    Lane.Log?.Add(Number, Slots.SentAt(slot), MessageLog.Never);
                Lane.Lost(Slots.IsCounted(slot), now);
            }
            else if (Slots.IsBusy(slot))
            {
                oldest = Math.Min(oldest, Slots.SentAt(slot));
            }
        Schedule();
        return oldest;
    }

    /// <summary>One answer: frees its slot, which an untimed load uses again at once.</summary>
    /// <param name="bodyAt">In what is verified later.</param>
    protected void Answer(ReadOnlySpan<byte> body, int bodyAt, long now)
    {
        var sequence = BinaryPrimitives.ReadUInt32LittleEndian(body);
        var slot = Slots.Match(sequence);
        if (slot < 0)
        {
            // One whose sequence number was changed may have that of an earlier message, and has not its content.
            Lane.Unexpected(Lane.Payload.Matches(sequence, body) ? slot : Slots.NeverSent, now);
            return;
        }
        Lane.Matched(new Arrival(sequence, bodyAt, Slots.IsCounted(slot), Slots.IntendedAt(slot), Slots.SentAt(slot)));
        Next(slot, now);
    }

    /// <summary>An answer that was cut, or is too long: it is no round trip, but nobody has to wait for
    /// another.</summary>
    protected void AnswerOfWrongLength(uint sequence, long now)
    {
        var slot = Slots.Match(sequence);
        if (slot < 0)
        {
            Lane.Corrupt(now);
            return;
        }
        if (Slots.IsCounted(slot))
            Lane.Counts.CountCorrupt();
        Next(slot, now);
    }

    /// <summary>One way: ends all messages that were sent no later than the one that asked for it. What the server did
    /// not count is lost; which of them these are is not known, and the earliest are taken to be.</summary>
    /// <returns>How many have ended.</returns>
    protected int Acknowledge(ReadOnlySpan<byte> acknowledgement, long now)
    {
        var last = Slots.Awaited(BinaryPrimitives.ReadUInt32LittleEndian(acknowledgement));
        if (last < 0)
        {
            Lane.Unexpected(last, now);
            return 0;
        }
        var (slot, waiting) = Slots.RowUpTo(last);
        var arrived = BinaryPrimitives.ReadInt64LittleEndian(acknowledgement[sizeof(uint)..]);
        // At least the one that asked for it.
        var came = Math.Max(1, arrived - _arrived);
        _arrived = arrived;
        Lane.Late(came - waiting, now);
        var lost = waiting - Math.Min(waiting, came);
        for (var left = waiting; left > 0; slot = Slots.After(slot))
            if (Slots.IsBusy(slot))
            {
                left--;
                End(slot, lost-- > 0, now);
            }
        return waiting;
    }

    private void End(int slot, bool isLost, long now)
    {
        var counted = Slots.IsCounted(slot);
        if (isLost)
        {
            Slots.Lose(slot);
            Lane.Lost(counted, now);
        }
        else
        {
            Slots.Acknowledge(slot);
            _countedReceived |= counted;
            if (counted)
                Lane.Acknowledged(Slots.SentAt(slot));
            Lane.Answered(counted, now);
        }
        Slots.Vacate(slot);
        _load.Ended();
    }

    private void Next(int slot, long now)
    {
        var counted = Slots.IsCounted(slot);
        if (Slots.Overtaken(slot) && counted)
            Lane.Counts.CountReordered();
        _countedReceived |= counted;
        Lane.Answered(counted, now);
        _load.Ended();
        if (_load.Due == Load.AtOnce && Lane.IsSending && HasRoom)
            Compose(slot, now);
        else
            Slots.Vacate(slot);
    }

    private void Compose(int slot, long now)
    {
        var due = _load.Due;
        var intended = due == Load.AtOnce ? now : due;
        var counted = Lane.Sending(intended, now);
        _countedSent |= counted;
        Write(Slots.Occupy(slot, now, intended, counted));
        _load.Sent();
    }
}
