using System.Runtime.InteropServices;

namespace Pingmark.Worker.ENet;

/// <summary>
/// What is used of libenet. Calls that only touch memory for well under a microsecond leave the thread in its managed
/// state (SuppressGCTransition); those that enter the kernel do not.
/// </summary>
internal static unsafe partial class Native
{
    public const string Library = "libenet.so.7";

    public const uint Reliable = 1,
        UnreliableFragments = 8;

    /// <summary>Host in network byte order, port in the machine's.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Address
    {
        public uint Host;
        public ushort Port;
    }

    /// <summary>The start of ENetHost.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Host
    {
        public int Socket;
        private readonly Address _address;
        private fixed uint _unused[6];
        public nint Peers;
    }

    /// <summary>The end of ENetHost, from what was received last.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct HostEnd
    {
        /// <summary>In the ABI of libenet.so.7 for 64 bits; what is behind it tells whether it is there.</summary>
        public const int At = 10_936;

        public Address Sender;
        public byte* Datagram;
        public nuint DatagramLength;
        private fixed uint _totals[4];
        public delegate* unmanaged[Cdecl]<Host*, Event*, int> Intercept;
        private readonly nuint _connected,
            _limited;
        public nuint MostPeersOfAddress;
        public nuint LargestPacket;
    }

    /// <summary>The start of ENetPeer.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Peer
    {
        private readonly nint _next,
            _previous;
        public Host* Host;
        public ushort OutgoingId;

        /// <summary>Its place among the host's peers.</summary>
        public ushort IncomingId;
        private readonly uint _connection;
        private readonly ushort _sessions;
        private readonly Address _address;
        private readonly nint _data;

        /// <summary>0: free.</summary>
        public int State;
    }

    /// <summary>The start of ENetPacket.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Packet
    {
        public nuint References;
        public uint Flags;
        public byte* Data;
        public nuint Length;
    }

    /// <returns>The library's version.</returns>
    public static Version Initialize()
    {
        if (InitializeLibrary() != 0)
            throw new InvalidOperationException("enet_initialize failed");
        var version = LinkedVersion();
        return new((int)version >> 16, (int)version >> 8 & 0xFF, (int)version & 0xFF);
    }

    [LibraryImport(Library, EntryPoint = "enet_initialize")]
    private static partial int InitializeLibrary();

    [LibraryImport(Library, EntryPoint = "enet_linked_version")]
    private static partial uint LinkedVersion();

    [LibraryImport(Library, EntryPoint = "enet_host_create", SetLastError = true)]
    public static partial Host* CreateHost(
        Address* bound,
        nuint peers,
        nuint channels,
        uint incomingBandwidth,
        uint outgoingBandwidth
    );

    [LibraryImport(Library, EntryPoint = "enet_host_destroy")]
    public static partial void DestroyHost(Host* host);

    [LibraryImport(Library, EntryPoint = "enet_host_connect")]
    public static partial Peer* Connect(Host* host, Address* server, nuint channels, uint data);

    /// <summary>Dispatches an event, or else sends, receives, sends acknowledgements and dispatches, waiting for so
    /// long.</summary>
    /// <returns>1: there is an event.</returns>
    [LibraryImport(Library, EntryPoint = "enet_host_service")]
    public static partial int Service(Host* host, Event* dispatched, uint waitMs);

    /// <summary>Dispatches an event that has been received already.</summary>
    /// <returns>1: there is an event.</returns>
    [SuppressGCTransition]
    [LibraryImport(Library, EntryPoint = "enet_host_check_events")]
    public static partial int Dispatch(Host* host, Event* dispatched);

    [LibraryImport(Library, EntryPoint = "enet_host_flush")]
    public static partial void Flush(Host* host);

    [LibraryImport(Library, EntryPoint = "enet_peer_timeout")]
    public static partial void Timeout(Peer* peer, uint limit, uint minimumMs, uint maximumMs);

    [LibraryImport(Library, EntryPoint = "enet_peer_ping_interval")]
    public static partial void PingInterval(Peer* peer, uint ms);

    [LibraryImport(Library, EntryPoint = "enet_peer_throttle_configure")]
    public static partial void ConfigureThrottle(Peer* peer, uint intervalMs, uint acceleration, uint deceleration);

    [LibraryImport(Library, EntryPoint = "enet_peer_disconnect")]
    public static partial void Disconnect(Peer* peer, uint data);

    [LibraryImport(Library, EntryPoint = "enet_peer_disconnect_now")]
    public static partial void DisconnectNow(Peer* peer, uint data);

    /// <summary>Forgets the peer, which is not told.</summary>
    [LibraryImport(Library, EntryPoint = "enet_peer_reset")]
    public static partial void Reset(Peer* peer);

    /// <returns>0: the packet is the library's from now on.</returns>
    [SuppressGCTransition]
    [LibraryImport(Library, EntryPoint = "enet_peer_send")]
    public static partial int Send(Peer* peer, byte channel, Packet* packet);

    [SuppressGCTransition]
    [LibraryImport(Library, EntryPoint = "enet_packet_create")]
    public static partial Packet* CreatePacket(byte* data, nuint length, uint flags);

    [SuppressGCTransition]
    [LibraryImport(Library, EntryPoint = "enet_packet_destroy")]
    public static partial void Destroy(Packet* packet);
}
