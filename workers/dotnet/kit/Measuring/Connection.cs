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

    private Load _load = new Closed();
    private Sends _sends;
    private bool _countedSent;
    private bool _countedReceived;
    private bool _ended;
    private int _outStart;
    private int _outWaiting;

    private protected Connection(Lane lane, int outBytes)
    {
        Lane = lane;
        Index = lane.Connections;
        Number = lane.Client.NextConnection();
        Slots = new Slots(lane.Plan.InFlight);
        Out = new NativeBuffer(outBytes);
        Exchange = lane.Exchange;
    }

    public Lane Lane { get; }

    /// <summary>Among those of its lane.</summary>
    internal int Index { get; }

    /// <summary>Among all of the client's.</summary>
    internal int Number { get; }
    internal Slots Slots { get; }
    protected NativeBuffer Out { get; }
    private protected Exchange Exchange { get; }

    /// <summary>One way: so many messages have arrived by the peer's count.</summary>
    internal long CountedByPeer { get; set; }
    internal SnapshotsSeen Snapshots { get; } = new();

    /// <summary>A stream answers everything in the end, also what was counted lost.</summary>
    private protected long Unanswered { get; private set; }

    /// <summary>How many answers one receive can bring.</summary>
    internal abstract int MostAnswers { get; }

    /// <summary>Whether another message can be composed.</summary>
    protected abstract bool HasRoom { get; }

    /// <summary>Whether messages differ in size.</summary>
    private protected bool HasSizes { get; private set; }

    /// <summary>How many bytes the message has that is composed next.</summary>
    private protected int NextBytes => HasSizes ? _load.MessageBytes : Lane.Plan.MessageBytes;

    /// <summary>Composes a message.</summary>
    protected abstract void Write(uint sequence);

    /// <summary>Sends what is composed, as far as there is room.</summary>
    protected abstract void Transmit();

    /// <summary>Several messages were handed to a library, which may send them together now.</summary>
    protected virtual void Flush() { }

    protected bool HasComposed => _outWaiting > 0;

    /// <summary>So many bytes are composed and not sent.</summary>
    protected int Waiting => _outWaiting;

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

    /// <summary>Room for one message more. The ring holds a whole number of them, so that none is split at its end;
    /// those that differ in size move to its start before one would be.</summary>
    protected Span<byte> Append(int messageBytes)
    {
        var at = _outStart + _outWaiting;
        if (at >= Out.Length)
        {
            at -= Out.Length;
        }
        else if (at + messageBytes > Out.Length)
        {
            Out.MoveToStart(_outStart, at);
            (_outStart, at) = (0, _outWaiting);
        }
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
        BroughtNothing();
    }

    private protected void BroughtNothing()
    {
        if (HasComposed)
            Transmit();
        Lane.Nothing();
    }

    /// <summary>It is of no use to anybody any more.</summary>
    internal virtual void Free() => ((IDisposable)Out).Dispose();

    internal void Begin(Load load, LoadPlan plan)
    {
        (_load, _sends, HasSizes) = (load, plan.Sends, plan.HasSizes);
        Slots.Begin(HasSizes);
        if (HasSizes)
            Lane.MakeRoomFor(this);
        _countedSent = _countedReceived = false;
        Snapshots.Begin();
    }

    internal bool IsSilent => _countedSent && !_countedReceived;

    /// <summary>When something can be sent without anything arriving before.</summary>
    internal long Due => Slots.VacantCount > 0 && HasRoom ? _load.Due : Load.Never;

    /// <returns>Whether a message is still to be sent that the window counts.</returns>
    internal bool Owes(LaneWindow window) => !window.IsOver(_load.Due);

    /// <summary>Passes over messages of the window, those that count as unsent.</summary>
    /// <returns>How many, at most so many.</returns>
    internal int GiveUp(LaneWindow window, int most)
    {
        var givenUp = 0;
        for (; givenUp < most && Owes(window); givenUp++, _load.Sent())
            if (window.Counts(_load.Due))
                Lane.Counts.Unsent++;
        return givenUp;
    }

    /// <summary>Sends what is due and has a slot, when no receive gave cause to. The clock is read again for each
    /// further call.</summary>
    /// <returns>How many messages, at most so many.</returns>
    internal int Fill(long now, int most = int.MaxValue)
    {
        var composed = 0;
        var any = false;
        while (true)
        {
            for (var left = Math.Min(_sends.Messages, most - composed); left > 0 && MayCompose(now); left--, composed++)
                Compose(Slots.TakeVacant(), now);
            if (!HasComposed)
                break;
            any = true;
            Transmit();
            if (HasComposed || composed == most || !MayCompose(now))
                break;
            now = Lane.ReadClock();
        }
        if (any)
            Flush();
        return composed;
    }

    /// <summary>What a receive made possible beyond the slots that it freed itself.</summary>
    /// <returns>Whether there is something to send.</returns>
    internal bool ComposeVacant(long now)
    {
        while (MayCompose(now))
            Compose(Slots.TakeVacant(), now);
        return HasComposed;
    }

    private bool MayCompose(long now) => Slots.VacantCount > 0 && _load.Due <= now && Lane.IsSending && HasRoom;

    /// <summary>Counts as lost what has been waiting since the deadline.</summary>
    /// <returns>When the oldest message that is still out was sent.</returns>
    internal long Expire(long deadline, long now)
    {
        var oldest = now;
        for (var slot = 0; slot < Slots.Count; slot++)
            if (Slots.Expires(slot, deadline))
            {
                if (Lane.Schedule.Refills(now))
                    Slots.Vacate(slot);
                _load.Ended();
                Lane.Lost(Slots.IsCounted(slot), now);
            }
            else if (Slots.IsBusy(slot))
            {
                oldest = Math.Min(oldest, Slots.SentAt(slot));
            }
        return oldest;
    }

    /// <summary>One answer: frees its slot, which an untimed load uses again at once.</summary>
    /// <param name="bodyAt">In what is verified later.</param>
    internal void Answer(ReadOnlySpan<byte> body, int bodyAt, long now)
    {
        Unanswered--;
        var sequence = BinaryPrimitives.ReadUInt32LittleEndian(body);
        var slot = Slots.Match(sequence);
        if (slot < 0)
        {
            // One whose sequence number was changed may have that of an earlier message, and has not its content.
            Lane.Unexpected(Lane.Payload.Matches(sequence, body) ? slot : Slots.NeverSent, now);
            return;
        }
        if (HasSizes && Slots.BodyBytes(slot) != body.Length)
        {
            Spoilt(slot, now);
            return;
        }
        Lane.Matched(new Arrival(sequence, bodyAt, Slots.IsCounted(slot), Slots.IntendedAt(slot), Slots.SentAt(slot)));
        Next(slot, now);
    }

    /// <summary>An answer that was cut, is too long, or says what was not sent: it is no round trip, but nobody has to
    /// wait for another.</summary>
    internal void UnreadableAnswer(uint sequence, long now)
    {
        Unanswered--;
        var slot = Slots.Match(sequence);
        if (slot < 0)
        {
            Lane.Corrupt(now);
            return;
        }
        Spoilt(slot, now);
    }

    private void Spoilt(int slot, long now)
    {
        if (Slots.IsCounted(slot))
            Lane.Counts.Corrupt++;
        Next(slot, now);
    }

    /// <summary>One way: the server has the message of this slot, or has lost it.</summary>
    internal void Acknowledged(int slot, bool isLost, long now)
    {
        Unanswered--;
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
            Lane.Counts.Reordered++;
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
        if (HasSizes)
            Slots.BodyBytes(slot) = _load.MessageBytes - sizeof(int);
        Write(Slots.Occupy(slot, now, intended, counted));
        Unanswered++;
        _load.Sent();
    }
}
