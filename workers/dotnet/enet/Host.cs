using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>An ENet host and its socket. It is used by one thread at a time, as the library demands.</summary>
internal sealed unsafe class Host : IDisposable
{
    /// <summary>What ENet can number.</summary>
    public const int MostPeers = 4095;

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
        return new(Native.CreateHost(&bound, MostPeers, 0, 0, 0));
    }

    /// <summary>For a single connection, as a client that runs alone has it.</summary>
    public static Host ForClient() => new(Native.CreateHost(null, 1, 1, 0, 0));

    public Peer Connect(IPEndPoint server)
    {
        var address = AddressOf(server);
        return new(Native.Connect(_host, &address, 1, 0));
    }

    /// <summary>Sends, receives and acknowledges, waiting for so long.</summary>
    /// <returns>Whether something happened.</returns>
    public bool Service(int waitMs, out Event happened)
    {
        Unsafe.SkipInit(out happened);
        fixed (Event* found = &happened)
            return Native.Service(_host, found, (uint)waitMs) > 0;
    }

    /// <returns>Whether something more has happened, of what was received already.</returns>
    public bool Dispatch(out Event happened)
    {
        Unsafe.SkipInit(out happened);
        fixed (Event* found = &happened)
            return Native.Dispatch(_host, found) > 0;
    }

    public Places Places => new((nint)_host, _host->Peers);

    public static bool IsFree(nint peer) => ((Native.Peer*)peer)->State == 0;

    public static void Reset(nint peer) => Native.Reset((Native.Peer*)peer);

    /// <summary>Tells of each datagram before the library looks at it. Of one host only: a worker listens
    /// once.</summary>
    public void Watch(Newcomers newcomers)
    {
        var end = (Native.HostEnd*)((byte*)_host + Native.HostEnd.At);
        const int UsualLargestPacket = 32 << 20;
        if (
            end->Intercept is not null
            || end->MostPeersOfAddress != MostPeers
            || end->LargestPacket != UsualLargestPacket
        )
            throw new InvalidOperationException("this libenet.so.7 keeps its hosts in another way");
        _newcomers = newcomers;
        end->Intercept = &Intercept;
    }

    private static Newcomers? _newcomers;

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static int Intercept(Native.Host* host, Event* happened)
    {
        var end = (Native.HostEnd*)((byte*)host + Native.HostEnd.At);
        _newcomers!.Arrived(new(end->Datagram, (int)end->DatagramLength), end->Sender.Host);
        return LetThrough;
    }

    private const int LetThrough = 0;

    public void Flush() => Native.Flush(_host);

    public void Dispose() => Native.DestroyHost(_host);

    private static Native.Address AddressOf(IPEndPoint address) =>
        address.AddressFamily == AddressFamily.InterNetwork
            ? new() { Host = BitConverter.ToUInt32(address.Address.GetAddressBytes()), Port = (ushort)address.Port }
            : throw new UnsupportedException($"address {address.Address}: ENet speaks IPv4 only; use 127.0.0.1");
}
