using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Messages as datagrams of a socket: the stack receives into <see cref="ReceiveSpan"/>.</summary>
public sealed class DatagramConnection<TSender> : MessageConnection<TSender>
    where TSender : ISender
{
    private readonly NativeBuffer _in;

    /// <summary>One byte more than a message shows an answer that is too long.</summary>
    internal DatagramConnection(Lane lane, TSender sender)
        : base(lane, sender) =>
        _in = new NativeBuffer(Math.Max(lane.Plan.MessageBytes, lane.Plan.Ticks?.SnapshotBytes ?? 0) + 1);

    internal override void Free()
    {
        base.Free();
        ((IDisposable)_in).Dispose();
    }

    public Span<byte> ReceiveSpan => _in.GetSpan();

    /// <summary>A receive has returned.</summary>
    public void Received(int bytes, SocketError error)
    {
        if (error == SocketError.Success)
            Received(_in.Slice(0, bytes));
        else
            Failed(error);
    }
}
