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
    protected override bool HasRoom => OutEnd == 0;

    public override void Arrived(int bytes)
    {
        var now = Clock.Now();
        if (bytes == _bodyBytes)
            Answer(BinaryPrimitives.ReadUInt32LittleEndian(In.Slice(0, sizeof(uint))), 0, now);
        else
            Lane.Corrupt();
        Lane.LastRead = now;
    }

    public override void Settle()
    {
        Lane.Verify(In, _bodyBytes);
        Lane.Advance(Lane.LastRead);
    }

    /// <summary>The datagram left, or the kernel had no room for it: then it is lost like any other.</summary>
    public void Sent() => Sent(OutEnd);

    protected override void Write(uint sequence)
    {
        Lane.Payload.Write(sequence, Out.Slice(0, _bodyBytes));
        OutEnd = _bodyBytes;
    }
}
