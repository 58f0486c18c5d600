using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using ENet;
using Pingmark.Worker.Kit;
using Peer = ENet.Peer;

namespace Pingmark.Worker.ENetCSharp;

/// <summary>Makes hosts, and reaches their sockets, which the package hides.</summary>
internal static unsafe class Hosts
{
    /// <summary>What the transmission of a message is, its channel tells: the package doesn't show a received packet's
    /// flags.</summary>
    public const byte UnreliableChannel = 0,
        ReliableChannel = 1;
    private const int Channels = 2;

    /// <summary>Longer than any pause between measurements: nobody serves the connections meanwhile, and they are not
    /// dead. So pings are seldom too.</summary>
    private const uint TimeoutMs = 60_000,
        PingMs = 30_000;

    public static Host Listening(IPEndPoint address)
    {
        var host = new Host();
        try
        {
            host.Create(AddressOf(address), (int)Library.maxPeers, Channels);
        }
        catch (InvalidOperationException)
        {
            // It doesn't say why; the same asked of the kernel does.
            using var socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
            socket.Bind(address);
            throw;
        }
        return host;
    }

    /// <summary>For a single connection, as a client that runs alone has it.</summary>
    public static Host ForClient()
    {
        var host = new Host();
        host.Create(1, Channels);
        return host;
    }

    public static Peer Connect(Host host, IPEndPoint server) => host.Connect(AddressOf(server), Channels);

    /// <summary>For either side of a connection that has just come up.</summary>
    public static void Configure(Peer peer)
    {
        peer.Timeout(Library.timeoutLimit, TimeoutMs, TimeoutMs);
        peer.PingInterval(PingMs);
    }

    /// <summary>Queues a message; what the library refuses is lost, like any that gets lost under way. Flush or Service
    /// sends it.</summary>
    public static void Send(Peer peer, byte channel, ReadOnlySpan<byte> message)
    {
        // Unthrottled: the sender would drop unreliable packets, uncounted, when round trips become longer. Fragmented:
        // it would send long ones reliably.
        var flags =
            channel == ReliableChannel
                ? PacketFlags.Reliable
                : PacketFlags.Unthrottled | PacketFlags.UnreliableFragmented;
        var packet = default(Packet);
        fixed (byte* bytes = message)
            packet.Create((nint)bytes, message.Length, flags);
        if (!peer.Send(channel, ref packet))
            packet.Dispose();
    }

    public static ReadOnlySpan<byte> MessageIn(Packet packet) => new((void*)packet.Data, packet.Length);

    /// <summary>The socket is the first field of the C library's host.</summary>
    public static Socket SocketOf(Host host) => new(new SafeSocketHandle(*(int*)NativeOf(host), ownsHandle: false));

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "nativeHost")]
    private static extern ref nint NativeOf(Host host);

    private static Address AddressOf(IPEndPoint endPoint)
    {
        var address = new Address { Port = (ushort)endPoint.Port };
        return address.SetIP(endPoint.Address.ToString())
            ? address
            : throw new UnsupportedException($"address {endPoint.Address}: ENet-CSharp does not take it");
    }
}
