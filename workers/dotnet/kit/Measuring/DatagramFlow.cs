namespace Pingmark.Worker.Kit;

/// <summary>Messages as datagrams: the stack receives into <see cref="ReceiveSpan"/>.</summary>
public sealed class DatagramFlow : MessageFlow
{
    private readonly NativeBuffer _in;
    private int _received;

    /// <summary>One byte more than a message shows an answer that is too long.</summary>
    internal DatagramFlow(Lane lane)
        : base(lane) => _in = new NativeBuffer(lane.Plan.MessageBytes + 1);

    public Span<byte> ReceiveSpan => _in.GetSpan();

    public void Arrived(int bytes)
    {
        _received = bytes;
        Arrived(_in.Slice(0, bytes));
    }

    public void Settle() => Settle(_in.Slice(0, _received));
}
