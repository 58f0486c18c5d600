using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Pingmark.Worker.Kit;
using Address = ENet.Address;
using Library = ENet.Library;
using LibraryHost = ENet.Host;

namespace Pingmark.Worker.ENet;

/// <summary>A host of the package, and its socket, which the package hides.</summary>
internal sealed unsafe class Host : IDisposable
{
    public const int MostPeers = (int)Library.maxPeers;

    private readonly LibraryHost _host = new();

    private Host(Address? bound, int peers)
    {
        _host.Create(bound, peers, Peer.Channels);
        // The socket is the first field of the C library's host.
        Socket = new Socket(new SafeSocketHandle(*(int*)NativeOf(_host), ownsHandle: false));
    }

    public Socket Socket { get; }

    public static Host Listening(IPEndPoint address)
    {
        try
        {
            return new(AddressOf(address), MostPeers);
        }
        catch (InvalidOperationException)
        {
            // It doesn't say why; the same asked of the kernel does.
            using var socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
            socket.Bind(address);
            throw;
        }
    }

    /// <summary>For a single connection, as a client that runs alone has it.</summary>
    public static Host ForClient() => new(null, peers: 1);

    public Peer Connect(IPEndPoint server) => new(_host.Connect(AddressOf(server), Peer.Channels));

    /// <summary>Sends, receives and acknowledges, waiting for so long.</summary>
    /// <returns>Whether something happened.</returns>
    public bool Service(int waitMs, out Event happened)
    {
        var any = _host.Service(waitMs, out var native) > 0;
        happened = new(native);
        return any;
    }

    /// <returns>Whether something more has happened, of what was received already.</returns>
    public bool Dispatch(out Event happened)
    {
        var any = _host.CheckEvents(out var native) > 0;
        happened = new(native);
        return any;
    }

    public void Flush() => _host.Flush();

    public void Dispose() => _host.Dispose();

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "nativeHost")]
    private static extern ref nint NativeOf(LibraryHost host);

    private static Address AddressOf(IPEndPoint endPoint)
    {
        var address = new Address { Port = (ushort)endPoint.Port };
        return address.SetIP(endPoint.Address.ToString())
            ? address
            : throw new UnsupportedException($"address {endPoint.Address}: ENet-CSharp does not take it");
    }
}
