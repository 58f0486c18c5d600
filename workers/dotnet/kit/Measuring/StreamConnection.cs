using System.Buffers.Binary;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Messages as frames of a stream: a length and a body, or, without framing, bodies of a known
/// length.</summary>
public abstract class StreamConnection : Connection
{
    private const int ReceiveBytes = 64 << 10;

    private readonly NativeBuffer _in;
    private readonly int _headerBytes;
    private readonly int _bodyBytes;
    private readonly int _frameBytes;
    private readonly int _comparedBytes;

    /// <summary>So much may be under way before its receiver must read.</summary>
    private readonly long _mostUnanswered;
    private int _inEnd;
    private int _parsed;

    /// <summary>What is left of an answer of the wrong length.</summary>
    private int _skip;

    private protected StreamConnection(Lane lane, int mostInFlightBytes)
        : base(lane, lane.Plan.InFlight * lane.Plan.MessageBytes)
    {
        _in = new NativeBuffer(ReceiveCapacity(lane.Plan));
        _frameBytes = lane.Plan.MessageBytes;
        _bodyBytes = lane.Plan.BodyBytes(isStream: true);
        _headerBytes = _frameBytes - _bodyBytes;
        _comparedBytes = Exchange.ComparedBytes(_bodyBytes);
        _mostUnanswered = mostInFlightBytes / _frameBytes;
    }

    private static int ReceiveCapacity(ConnectPlan plan) =>
        Math.Max(plan.MessageBytes, Math.Min(ReceiveBytes, plan.InFlight * plan.MessageBytes))
        + 2 * (plan.Ticks?.SnapshotBytes ?? 0);

    internal sealed override void Free()
    {
        base.Free();
        ((IDisposable)_in).Dispose();
    }

    /// <summary>Where one thread does both; null: the server has threads of its own.</summary>
    internal OtherEnd? OtherEnd { get; set; }

    /// <summary>Where to receive.</summary>
    public Span<byte> ReceiveSpan => _in.Slice(_inEnd, _in.Length);
    private protected NativeBuffer In => _in;
    private protected int InEnd => _inEnd;
    internal override int MostAnswers => Math.Max(1, _in.Length / (HasSizes ? Constants.MinMessageBytes : _frameBytes));
    protected override bool HasRoom => HasOutRoom(_frameBytes) && Unanswered < _mostUnanswered;

    /// <summary>Frees the slots of the answers among the bytes that were received, and composes what may go.</summary>
    private protected void Take(int bytes, long now)
    {
        _inEnd += bytes;
        _parsed = Match(_in.Slice(0, _inEnd), now);
        Lane.Schedule.GoOn(this, now);
    }

    /// <summary>Frees the slots of the answers that lie here.</summary>
    /// <returns>Where the first incomplete one begins.</returns>
    private protected int Match(ReadOnlySpan<byte> data, long now)
    {
        Lane.Arrived(now);
        var at = Skip(data, 0);
        while (data.Length - at >= _headerBytes + Constants.MinBodyBytes)
        {
            var body = BodyBytesAt(data, at);
            if (!IsLength(body) && body != Exchange.OtherBytes)
            {
                at = SkipWrongFrame(data, at, body, now);
                continue;
            }
            var end = at + _headerBytes + body;
            if (data.Length < end)
                break;
            Exchange.Take(this, data[(at + _headerBytes)..end], at + _headerBytes, now);
            at = end;
        }
        return at;
    }

    private bool IsLength(int body) =>
        body == _bodyBytes || HasSizes && body >= Constants.MinBodyBytes && body < _bodyBytes;

    private int BodyBytesAt(ReadOnlySpan<byte> data, int frame) =>
        _headerBytes == 0 ? _bodyBytes : BinaryPrimitives.ReadInt32LittleEndian(data[frame..]);

    /// <returns>Whether it begins with all of a frame.</returns>
    private protected bool BeginsWhole(ReadOnlySpan<byte> data) =>
        data.Length >= _headerBytes + Constants.MinBodyBytes && data.Length - _headerBytes >= BodyBytesAt(data, 0);

    /// <summary>Verifies and records what <see cref="Take"/> matched.</summary>
    private protected void Verify(long now)
    {
        Verify(_in.GetSpan(), now);
        if (_parsed < _inEnd)
            _in.MoveToStart(_parsed, _inEnd);
        _inEnd -= _parsed;
        _parsed = 0;
    }

    /// <summary>The same of what <see cref="Match"/> did.</summary>
    private protected void Verify(ReadOnlySpan<byte> data, long now) =>
        Lane.Verify(data, HasSizes ? Arrivals.AsFramed : _comparedBytes, Number, now);

    private int SkipWrongFrame(ReadOnlySpan<byte> data, int at, int body, long now)
    {
        if (Exchange.RefusalOf(body) is { } reason)
            return Broken(data, reason);
        UnreadableAnswer(BinaryPrimitives.ReadUInt32LittleEndian(data[(at + _headerBytes)..]), now);
        _skip = _headerBytes + body;
        return Skip(data, at);
    }

    /// <summary>Where the next frame would begin nobody knows: what is left is none.</summary>
    private int Broken(ReadOnlySpan<byte> data, string reason)
    {
        End(reason);
        return data.Length;
    }

    private int Skip(ReadOnlySpan<byte> data, int at)
    {
        var dropped = Math.Min(_skip, data.Length - at);
        _skip -= dropped;
        return at + dropped;
    }

    protected override void Write(uint sequence) => Compose(sequence, Append(NextBytes));

    private protected void Compose(uint sequence, Span<byte> message)
    {
        if (_headerBytes > 0)
            BinaryPrimitives.WriteInt32LittleEndian(message, message.Length - _headerBytes);
        Lane.Payload.Write(sequence, message[_headerBytes..]);
    }
}

/// <summary>A stream whose way to send does not have to be awaited: the stack hands over what arrived.</summary>
public sealed class StreamConnection<TSender> : StreamConnection
    where TSender : ISender
{
    private readonly TSender _sender;

    internal StreamConnection(Lane lane, int mostInFlightBytes, TSender sender)
        : base(lane, mostInFlightBytes) => _sender = sender;

    /// <summary>There was no room for all that was to be sent. A stack that waits, waits for room too, and then says
    /// that a receive brought nothing: what is left is sent then.</summary>
    public bool HasUnsent => HasComposed;

    /// <summary>A receive has returned.</summary>
    public void Received(int bytes, SocketError error)
    {
        if (error != SocketError.Success)
            Failed(error);
        else if (bytes == 0)
            End("closed by the peer");
        else
            Received(bytes, Clock.Now());
    }

    /// <summary>Bytes that lie in a library's buffer.</summary>
    public void Received(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var part = bytes[..Math.Min(bytes.Length, ReceiveSpan.Length)];
            part.CopyTo(ReceiveSpan);
            Received(part.Length, Clock.Now());
            bytes = bytes[part.Length..];
        }
    }

    internal void Received(int bytes, long now)
    {
        Take(bytes, now);
        Transmit();
        _sender.Flush();
        Verify(now);
    }

    /// <summary>What there is no room for now is offered again after the next receive.</summary>
    protected override void Transmit()
    {
        while (HasComposed)
        {
            var error = _sender.Send(Out.Slice(OutStart, OutEnd), out var taken);
            if (error == SocketError.Success)
            {
                Took(taken);
                OtherEnd?.Echo(taken);
            }
            else
            {
                if (!Sockets.IsNothingYet(error))
                    End(Sockets.Reason(error));
                return;
            }
        }
    }

    protected override void Flush() => _sender.Flush();
}
