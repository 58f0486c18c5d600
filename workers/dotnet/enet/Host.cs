using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>An ENet host and its socket. It is used by one thread at a time, as the library demands.</summary>
internal sealed unsafe class Host : IDisposable
{
    /// <summary>Longer than any pause between measurements: connections that rest are no dead ones.</summary>
    private const uint TimeoutMs = 60_000;

    /// <summary>Seldom: at ENet's 500 ms the connections that rest would disturb those that are measured
    /// meanwhile.</summary>
    private const uint PingMs = 10_000;
    private const uint ThrottleIntervalMs = 5_000,
        ThrottleAcceleration = 2,
        NeverDecelerate = 0,
        TimeoutLimit = 32;

    private readonly Native.Host* _host;

    private Host(Native.Host* host)
    {
        if (host is null)
            throw new SocketException(Marshal.GetLastPInvokeError());
        _host = host;
        Socket = new Socket(new SafeSocketHandle(host->Socket, ownsHandle: false));
    }

    public Socket Socket { get; }

    public static Host Listening(IPEndPoint address)
    {
        var bound = AddressOf(address);
        return new(Native.CreateHost(&bound, Native.MostPeers, 0, 0, 0));
    }

    /// <summary>For a single connection, as a client that runs alone has it.</summary>
    public static Host ForClient() => new(Native.CreateHost(null, 1, 1, 0, 0));

    public static implicit operator Native.Host*(Host host) => host._host;

    public Native.Peer* Connect(IPEndPoint server)
    {
        var address = AddressOf(server);
        return Native.Connect(_host, &address, 1, 0);
    }

    /// <summary>For either side of a connection that has just come up.</summary>
    public static void Configure(Native.Peer* peer)
    {
        Native.Timeout(peer, TimeoutLimit, TimeoutMs, TimeoutMs);
        Native.PingInterval(peer, PingMs);
        // ENet's sender drops unreliable packets, uncounted, when round trips become longer than they were; never
        // decelerated, it sends them all.
        Native.ConfigureThrottle(peer, ThrottleIntervalMs, ThrottleAcceleration, NeverDecelerate);
    }

    public void Dispose() => Native.DestroyHost(_host);

    private static Native.Address AddressOf(IPEndPoint address) =>
        address.AddressFamily == AddressFamily.InterNetwork
            ? new() { Host = BitConverter.ToUInt32(address.Address.GetAddressBytes()), Port = (ushort)address.Port }
            : throw new UnsupportedException($"address {address.Address}: ENet speaks IPv4 only; use 127.0.0.1");
}
