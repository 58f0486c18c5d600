using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Messages as datagrams: one at a time is composed and sent.</summary>
public sealed class DatagramFlow : Flow
{
    private readonly int _bodyBytes;

    /// <summary>One byte more than a message shows an answer that is too long.</summary>
    internal DatagramFlow(Lane lane) : base(lane, lane.Plan.MessageBytes + 1, lane.Plan.MessageBytes) => _bodyBytes = lane.Plan.MessageBytes;

    public override Memory<byte> ReceiveMemory => InMemory;
    public override Span<byte> ReceiveSpan => In.GetSpan();
    protected override bool HasRoom => !HasOutgoing;

    public override void Arrived(int bytes)
    {
        var now = Clock.Now();
        if (bytes == _bodyBytes)
            Answer(BinaryPrimitives.ReadUInt32LittleEndian(In.Slice(0, sizeof(uint))), 0, now);
        else if (!In.Slice(0, bytes).SequenceEqual(Token.Answer)) // a hello that had to be repeated is answered as often
            Lane.Corrupt();
        Lane.LastRead = now;
    }

    public override void Settle()
    {
        Lane.Verify(In, _bodyBytes);
        Lane.Advance(Lane.LastRead);
    }

    /// <summary>The datagram left, or the kernel had no room for it: then it is lost like any other.</summary>
    public void Sent() => Sent(_bodyBytes);

    protected override void Write(uint sequence)
    {
        Lane.Payload.Write(sequence, Append(_bodyBytes));
    }
}
