using LibraryPeer = ENet.Peer;
using Packet = ENet.Packet;
using PacketFlags = ENet.PacketFlags;

namespace Pingmark.Worker.ENet;

/// <summary>One end of a connection.</summary>
internal readonly unsafe struct Peer(LibraryPeer peer)
{
    public const int Channels = 2;

    /// <summary>What the transmission of a message is, its channel tells: the package doesn't show a received packet's
    /// flags.</summary>
    public const byte UnreliableChannel = 0,
        ReliableChannel = 1;

    /// <summary>Its place among the host's peers.</summary>
    public int Index => (int)peer.ID;

    /// <summary>For either side of a connection that has just come up.</summary>
    public void Configure()
    {
        peer.Timeout(Timing.TimeoutLimit, Timing.TimeoutMs, Timing.TimeoutMs);
        peer.PingInterval(Timing.PingMs);
    }

    /// <summary>Queues a message; what the library refuses is lost, like any that gets lost under way. Flush or Service
    /// sends it.</summary>
    public void Send(ReadOnlySpan<byte> message, bool isReliable)
    {
        // Unthrottled: the sender would drop unreliable packets, uncounted, when round trips become longer. Fragmented:
        // it would send long ones reliably.
        var flags = isReliable ? PacketFlags.Reliable : PacketFlags.Unthrottled | PacketFlags.UnreliableFragmented;
        var packet = default(Packet);
        fixed (byte* bytes = message)
            packet.Create((nint)bytes, message.Length, flags);
        if (!peer.Send(isReliable ? ReliableChannel : UnreliableChannel, ref packet))
            packet.Dispose();
    }

    public void Disconnect() => peer.Disconnect(0);

    /// <summary>The peer is told once, and no event follows.</summary>
    public void DisconnectAtOnce() => peer.DisconnectNow(0);
}
