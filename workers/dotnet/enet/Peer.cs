namespace Pingmark.Worker.ENet;

/// <summary>One end of a connection.</summary>
internal readonly unsafe struct Peer(Native.Peer* peer)
{
    private const byte Channel = 0;
    private const uint ThrottleIntervalMs = 5_000,
        ThrottleAcceleration = 2,
        NeverDecelerate = 0;

    /// <summary>Its place among the host's peers.</summary>
    public int Index => peer->IncomingId;

    /// <summary>For either side of a connection that has just come up.</summary>
    public void Configure()
    {
        Native.Timeout(peer, Timing.TimeoutLimit, Timing.TimeoutMs, Timing.TimeoutMs);
        Native.PingInterval(peer, Timing.PingMs);
        // ENet's sender drops unreliable packets, uncounted, when round trips become longer than they were; never
        // decelerated, it sends them all.
        Native.ConfigureThrottle(peer, ThrottleIntervalMs, ThrottleAcceleration, NeverDecelerate);
    }

    public void Send(ReadOnlySpan<byte> message, bool isReliable) => Send(Channel, message, isReliable);

    /// <summary>Queues a message; what the library refuses is lost, like any that gets lost under way. Flush or Service
    /// sends it.</summary>
    public void Send(byte channel, ReadOnlySpan<byte> message, bool isReliable)
    {
        // Without the flag ENet sends unreliable messages that need several datagrams reliably.
        var flags = isReliable ? Native.Reliable : Native.UnreliableFragments;
        fixed (byte* bytes = message)
        {
            var packet = Native.CreatePacket(bytes, (nuint)message.Length, flags);
            if (Native.Send(peer, channel, packet) != 0)
                Native.Destroy(packet);
        }
    }

    public void Disconnect() => Native.Disconnect(peer, 0);

    /// <summary>The peer is told once, and no event follows.</summary>
    public void DisconnectAtOnce() => Native.DisconnectNow(peer, 0);
}
