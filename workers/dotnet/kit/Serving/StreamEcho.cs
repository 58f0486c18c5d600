using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>
/// One connection of a stream server. It finds whole messages in the received bytes and echoes them in place: all that
/// one receive brought leave with one send. The stack receives into <see cref="ReceiveMemory"/>, calls
/// <see cref="Arrived"/>, sends <see cref="Outgoing"/>, and calls <see cref="Sent"/>. It receives again when nothing is
/// left to send.
/// </summary>
public sealed class StreamEcho : IDisposable
{
    private const int BufferBytes = sizeof(int) + Constants.MaxBodyBytes;
    private static readonly byte[] HelloAnswer = [4, 0, 0, 0, .. Token.Answer];

    private readonly Token? _token;
    private readonly Server _server;
    private readonly Counter _messages;
    private readonly NativeBuffer _in = new(BufferBytes);
    private readonly Memory<byte> _memory;
    private bool _greeted;

    /// <summary>Counts messages that need no echo; null where messages are echoed.</summary>
    private OneWay? _oneWay;

    /// <summary>Sends snapshots; null where the server sends none.</summary>
    private ITicks? _ticks;

    /// <summary>The snapshot that is being sent, and how many of its bytes are left.</summary>
    private byte[] _snapshot = [];
    private int _snapshotLeft;
    private long _lastTick = -1;
    private int _end;
    private int _outStart;
    private int _outEnd;

    private readonly Func<EndPoint?> _peer;

    /// <param name="socket">The stack receives from it, sends to it and closes it. The peer of a Unix socket has no
    /// address.</param>
    public StreamEcho(Token? token, Server server, Socket socket)
        : this(token, server, () => Sockets.End(socket), () => socket.RemoteEndPoint as IPEndPoint) { }

    /// <param name="end">Ends the connection from another thread: its receive then returns.</param>
    /// <param name="peer">Who is on the other side, if that is known.</param>
    public StreamEcho(Token? token, Server server, Action end, Func<EndPoint?>? peer = null)
    {
        _peer = peer ?? (() => null);
        _token = token;
        _server = server;
        _messages = server.Opened(end);
        _memory = _in.Memory;
        _greeted = token is null;
    }

    public Memory<byte> ReceiveMemory => _memory[_end..];
    public Span<byte> ReceiveSpan => _in.Slice(_end, BufferBytes);
    public ReadOnlyMemory<byte> Outgoing => _snapshotLeft > 0 ? SnapshotLeft : _memory[_outStart.._outEnd];
    public ReadOnlySpan<byte> OutgoingSpan => _snapshotLeft > 0 ? SnapshotLeft.Span : _in.Slice(_outStart, _outEnd);
    public bool HasOutgoing => _snapshotLeft > 0 || _outEnd > _outStart;
    private ReadOnlyMemory<byte> SnapshotLeft => _snapshot.AsMemory(_snapshot.Length - _snapshotLeft);

    /// <summary>Lets the client ask for snapshots.</summary>
    public void EnableTicks(Ticker ticker) => _ticks = ticker;

    /// <summary>The same, where the connection has a flow of control of its own.</summary>
    public void EnableTicks(TickFlow flow) => _ticks = flow;

    /// <summary>Whether the client has asked for snapshots.</summary>
    public bool IsRecipient { get; private set; }

    /// <summary>Makes a snapshot the outgoing bytes, unless others are outgoing or the client has been silent for
    /// long.</summary>
    /// <returns>Whether it is outgoing now.</returns>
    public bool TakeSnapshot(Snapshot due)
    {
        if (!IsRecipient || HasOutgoing || due.Tick > _lastTick)
            return false;
        _server.CountSnapshot();
        _snapshot = due.Message;
        _snapshotLeft = _snapshot.Length;
        return true;
    }

    /// <returns>False where the stack must close the connection; the reason has been counted.</returns>
    public bool Arrived(int bytes)
    {
        _end += bytes;
        if (_token is null)
        {
            _outEnd = _end;
            _messages.Add(1);
            return true;
        }
        return _oneWay is not null ? ReadOneWay(_oneWay)
            : _greeted ? EchoFrames(0)
            : ReadHello();
    }

    /// <param name="at">Where the first frame begins.</param>
    private bool EchoFrames(int at)
    {
        var count = 0;
        while (_end - at >= sizeof(int))
        {
            var body = BinaryPrimitives.ReadInt32LittleEndian(_in.Slice(at, at + sizeof(int)));
            if (body is < Constants.MinBodyBytes or > Constants.MaxBodyBytes)
            {
                _server.CountBadFrame();
                _server.Remember(_peer());
                return false;
            }
            if (_end - at - sizeof(int) < body)
                break;
            at += sizeof(int) + body;
            count++;
        }
        _outEnd = at;
        // Before the echo leaves, so that who has an answer finds it counted.
        _messages.Add(count);
        if (IsRecipient && count > 0)
            _lastTick = _ticks!.Input();
        return true;
    }

    /// <summary>Counts the whole messages in a buffer of the stack, which it may echo from there. The bytes after them
    /// go to <see cref="Arrived"/>, which also refuses wrong ones.</summary>
    /// <returns>How many bytes these messages have.</returns>
    public int CountEchoableBytes(ReadOnlySpan<byte> arrived)
    {
        if (_end > 0 || HasOutgoing || !_greeted || _token is null || _oneWay is not null || IsRecipient)
            return 0;
        var (at, count) = (0, 0);
        while (arrived.Length - at >= sizeof(int))
        {
            var body = BinaryPrimitives.ReadInt32LittleEndian(arrived[at..]);
            if (
                body is < Constants.MinBodyBytes or > Constants.MaxBodyBytes
                || arrived.Length - at - sizeof(int) < body
            )
                break;
            at += sizeof(int) + body;
            count++;
        }
        if (count > 0)
            _messages.Add(count);
        return at;
    }

    private bool ReadHello()
    {
        if (_end < sizeof(int))
            return true;
        var body = BinaryPrimitives.ReadInt32LittleEndian(_in.Slice(0, sizeof(int)));
        var isPossible =
            body is Token.HelloBytes or Token.OneWayHelloBytes || body == Token.TickHelloBytes && _ticks is not null;
        var frame = sizeof(int) + body;
        if (isPossible && _end < frame)
            return true;
        if (!isPossible || !AcceptHello(_in.Slice(sizeof(int), frame)))
        {
            _server.CountRejected();
            _server.Remember(_peer());
            return false;
        }
        _greeted = true;
        // In the place of the hello's last bytes, so that what follows it is sent with it.
        _outStart = frame - HelloAnswer.Length;
        HelloAnswer.CopyTo(_in.Slice(_outStart, frame));
        return EchoFrames(frame);
    }

    /// <summary>Accepts a known hello. After one for one-way messages or snapshots the client must wait for the
    /// answer.</summary>
    private bool AcceptHello(ReadOnlySpan<byte> hello)
    {
        if (TickPlan.OfHello(_token!, hello) is { } ticks)
            return IsRecipient = _end == sizeof(int) + hello.Length && _ticks!.Add(ticks);
        _oneWay = OneWay.OfHello(_token!, hello);
        return _oneWay is null ? _token!.IsHello(hello) : _end == sizeof(int) + hello.Length;
    }

    /// <summary>Counts one-way messages and drops them. Where one asks for it, its acknowledgement takes their
    /// place.</summary>
    private bool ReadOneWay(OneWay oneWay)
    {
        const int frame = sizeof(int) + OneWay.AcknowledgementBytes;
        Span<byte> acknowledgement = stackalloc byte[frame];
        var isAsked = false;
        var (at, count) = (0, 0);
        while (_end - at >= sizeof(int))
        {
            var body = BinaryPrimitives.ReadInt32LittleEndian(_in.Slice(at, at + sizeof(int)));
            if (body is < OneWay.AcknowledgementBytes or > Constants.MaxBodyBytes)
            {
                _server.CountBadFrame();
                _server.Remember(_peer());
                return false;
            }
            if (_end - at - sizeof(int) < body)
                break;
            at += sizeof(int);
            var sequence = BinaryPrimitives.ReadUInt32LittleEndian(_in.Slice(at, at + sizeof(uint)));
            if (oneWay.Arrived(sequence))
            {
                isAsked = true;
                oneWay.Acknowledge(sequence, acknowledgement[sizeof(int)..]);
            }
            at += body;
            count++;
        }
        _messages.Add(count);
        _outEnd = at;
        _outStart = isAsked ? at - frame : at;
        BinaryPrimitives.WriteInt32LittleEndian(acknowledgement, OneWay.AcknowledgementBytes);
        if (isAsked)
            acknowledgement.CopyTo(_in.Slice(_outStart, _outEnd));
        else
            Sent(0);
        return true;
    }

    public void Sent(int bytes)
    {
        if (_snapshotLeft > 0)
        {
            _snapshotLeft -= bytes;
            return;
        }
        _outStart += bytes;
        if (_outStart < _outEnd)
            return;
        if (_end > _outEnd)
            _in.MoveToStart(_outEnd, _end);
        _end -= _outEnd;
        _outStart = _outEnd = 0;
    }

    public void Dispose()
    {
        if (IsRecipient)
            _ticks!.Remove();
        _server.Ended(_messages);
        ((IDisposable)_in).Dispose();
    }
}
