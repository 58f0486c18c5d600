using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Messages as frames of a stream: a length and a body, or, without framing, bodies of a known
/// length.</summary>
public sealed class StreamFlow : Flow
{
    public const int MinBody = 4,
        MaxBody = 65_536;
    private const int ReceiveBytes = 64 << 10;

    private readonly NativeBuffer _in;
    private readonly Memory<byte> _inMemory;
    private readonly int _headerBytes;
    private readonly int _bodyBytes;
    private readonly int _frameBytes;

    /// <summary>A stream answers everything in the end, also what was counted lost: so much may be under way before its
    /// receiver must read.</summary>
    private readonly long _mostUnanswered;
    private long _unanswered;
    private int _inEnd;
    private int _parsed;

    /// <summary>What is left of an answer of the wrong length.</summary>
    private int _skip;

    internal StreamFlow(Lane lane, int mostInFlightBytes)
        : base(lane, lane.Plan.InFlight * lane.Plan.MessageBytes)
    {
        _in = new NativeBuffer(ReceiveCapacity(lane.Plan));
        _inMemory = _in.Memory;
        _frameBytes = lane.Plan.MessageBytes;
        _headerBytes = lane.Plan.IsUnframed ? 0 : sizeof(int);
        _bodyBytes = _frameBytes - _headerBytes;
        _mostUnanswered = mostInFlightBytes / _frameBytes;
    }

    private static int ReceiveCapacity(ConnectPlan plan) =>
        Math.Max(plan.MessageBytes, Math.Min(ReceiveBytes, plan.InFlight * plan.MessageBytes));

    /// <summary>Where to receive.</summary>
    public Memory<byte> ReceiveMemory => _inMemory[_inEnd..];
    public Span<byte> ReceiveSpan => _in.Slice(_inEnd, _in.Length);
    internal override int MostAnswers => Math.Max(1, _in.Length / _frameBytes);
    protected override bool HasRoom => HasOutRoom(_frameBytes) && _unanswered < _mostUnanswered;

    /// <summary>So many bytes were received: frees the slots of their answers and composes the next messages.</summary>
    public void Arrived(int bytes)
    {
        var now = Clock.Now();
        _inEnd += bytes;
        var at = Skip(0);
        while (_inEnd - at >= _headerBytes + MinBody)
        {
            var body =
                _headerBytes == 0
                    ? _bodyBytes
                    : BinaryPrimitives.ReadInt32LittleEndian(_in.Slice(at, at + sizeof(int)));
            if (body != _bodyBytes)
            {
                at = SkipWrongFrame(at, body, now);
                continue;
            }
            if (_inEnd - at < _frameBytes)
                break;
            _unanswered--;
            Answer(SequenceAt(at), at + _headerBytes, now);
            at += _frameBytes;
        }
        _parsed = at;
        Lane.LastRead = now;
    }

    /// <summary>Verifies and records what <see cref="Arrived"/> matched.</summary>
    public void Settle()
    {
        Lane.Verify(_in.GetSpan(), _bodyBytes);
        if (_parsed < _inEnd)
            _in.MoveToStart(_parsed, _inEnd);
        _inEnd -= _parsed;
        _parsed = 0;
        Lane.Advance(Lane.LastRead);
    }

    private int SkipWrongFrame(int at, int body, long now)
    {
        if (body is < MinBody or > MaxBody)
            throw new WorkerException($"answer with a frame of {body} bytes");
        _unanswered--;
        AnswerOfWrongLength(SequenceAt(at), now);
        _skip = _headerBytes + body;
        return Skip(at);
    }

    private uint SequenceAt(int frame) =>
        BinaryPrimitives.ReadUInt32LittleEndian(_in.Slice(frame + _headerBytes, frame + _headerBytes + sizeof(uint)));

    private int Skip(int at)
    {
        var dropped = Math.Min(_skip, _inEnd - at);
        _skip -= dropped;
        return at + dropped;
    }

    protected override void Write(uint sequence)
    {
        _unanswered++;
        var message = Append(_frameBytes);
        if (_headerBytes > 0)
            BinaryPrimitives.WriteInt32LittleEndian(message, _bodyBytes);
        Lane.Payload.Write(sequence, message[_headerBytes..]);
    }
}
