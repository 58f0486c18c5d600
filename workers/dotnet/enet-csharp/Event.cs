using LibraryEvent = ENet.Event;

namespace Pingmark.Worker.ENet;

/// <summary>An event of the package.</summary>
internal readonly unsafe struct Event(LibraryEvent native)
{
    public EventKind Kind => (EventKind)native.Type;
    public Peer Peer => new(native.Peer);

    /// <summary>What was received, until it is released.</summary>
    public ReadOnlySpan<byte> Message
    {
        get
        {
            var packet = native.Packet;
            return new((void*)packet.Data, packet.Length);
        }
    }

    /// <summary>How it was received.</summary>
    public bool IsReliable => native.ChannelID == Peer.ReliableChannel;

    /// <summary>By the transmission that the message came with.</summary>
    public void Answer(Peer peer, ReadOnlySpan<byte> answer) => peer.Send(answer, IsReliable);

    public void Release() => native.Packet.Dispose();
}
