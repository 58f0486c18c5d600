using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using LiteNetLib;
using Pingmark.Worker.Kit;
#if LITENETLIB_2
using Fields = LiteNetLib.LiteNetManager;
#else
using Fields = LiteNetLib.NetManager;
#endif

namespace Pingmark.Worker.LiteNetLib;

/// <summary>Starts the library in manual mode: whoever made a manager also receives, sends and ticks, on a thread of
/// its own choice.</summary>
internal static class Managers
{
    /// <summary>A peer that gets no core for a while is not dead.</summary>
    private const int DisconnectTimeoutMs = 60_000;

    /// <summary>Every half a second, so that whom nobody answers says so within 5 s.</summary>
    private const int ConnectAttempts = 7;

    public static readonly StackOption NativeSockets = StackOption.Flag(
        "native_sockets",
        "the library's own system calls in place of the runtime's sockets",
        isOn: false
    );

    public static DeliveryMethod MethodOf(bool isReliable) =>
        isReliable ? DeliveryMethod.ReliableOrdered : DeliveryMethod.Unreliable;

    public static NetManager Start(EventBasedNetListener events, IPEndPoint local, LibraryOptions options)
    {
        var isV6 = local.AddressFamily == AddressFamily.InterNetworkV6;
#if LITENETLIB_2
        if (isV6)
            throw new UnsupportedException(
                $"address {local.Address}: LiteNetLib 2 would receive from two sockets; use 127.0.0.1"
            );
#endif
        var manager = new NetManager(events)
        {
            AutoRecycle = true,
            DisconnectTimeout = DisconnectTimeoutMs,
            MaxConnectAttempts = ConnectAttempts,
            // Separate sockets, the default, would be one more to receive from.
#if LITENETLIB_2
            IPv6Enabled = false,
#else
            IPv6Mode = isV6 ? IPv6Mode.DualMode : IPv6Mode.Disabled,
#endif
            UpdateTime = options.TickMs,
            UseNativeSockets = options.IsOn(NativeSockets),
        };
        if (
            !manager.StartInManualMode(
                isV6 ? IPAddress.Any : local.Address,
                isV6 ? local.Address : IPAddress.IPv6Any,
                local.Port
            )
        )
            throw WhyNot(local);
        if (isV6)
            ReceiveAddress(manager) = new IPEndPoint(IPAddress.IPv6Any, 0);
        return manager;
    }

    /// <summary>The library tells only that it could not start; to bind once more tells the reason.</summary>
    private static WorkerException WhyNot(IPEndPoint local)
    {
        using var socket = new Socket(local.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(local);
        return new WorkerException($"LiteNetLib could not start at {local}");
    }

#if LITENETLIB_2
    public static void ReceivesAtOnce(NetManager manager, int packets) => manager.MaxPacketPerManualReceive = packets;
#else
    public static void ReceivesAtOnce(NetManager manager, int packets) => manager.MaxPacketsReceivePerUpdate = packets;
#endif

    /// <summary>
    /// The library has no public way to its socket, and without it there is no waiting for many connections on one
    /// thread, and no buffer but the library's 1 MiB, which the start burst of 500 clients overflows.
    /// </summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_udpSocketv4")]
    private static extern ref Socket UdpSocket(Fields manager);

    /// <summary>In manual mode it is an IPv4 address whatever the socket, and .NET refuses to receive with it from one
    /// of IPv6.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_bufferEndPointv4")]
    private static extern ref IPEndPoint ReceiveAddress(Fields manager);

    public static Socket SocketOf(NetManager manager) => UdpSocket(manager);

    /// <summary>To be called when there is something to receive. The library never takes an empty datagram, which
    /// anybody can send, and would be stuck behind it for good.</summary>
    public static void Receive(NetManager manager)
    {
        var socket = UdpSocket(manager);
        if (socket.Available == 0)
            socket.Receive(stackalloc byte[1]);
        manager.PollEvents();
    }
}
