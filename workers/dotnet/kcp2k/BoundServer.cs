using System.Net;
using System.Net.Sockets;
using kcp2k;

namespace Pingmark.Worker.Kcp2k;

/// <summary>A server at one address, where kcp2k's own listens on every interface; one that ticks, and so answers, even
/// under overload; and one to which strangers cost little.</summary>
/// <param name="turnedAway">A datagram of somebody unknown that is not looked at.</param>
internal sealed class BoundServer(
    Action<int> connected,
    Action<int, ArraySegment<byte>, KcpChannel> data,
    Action<int> disconnected,
    Action<int, ErrorCode, string> error,
    KcpConfig config,
    IPEndPoint address,
    Action turnedAway
) : KcpServer(connected, data, disconnected, error, config)
{
    /// <summary>A tick goes through all connections, so it should serve many messages.</summary>
    private const int MostAtOnce = 1024;

    /// <summary>Each takes 600 KB. Clients open 64 connections at a time, or fewer.</summary>
    public const int MostNewcomers = 128;

    private readonly KcpConfig _config = config;
    private int _left,
        _leftForNewcomers;

    public Socket Socket => socket;

    public override void Start(ushort port)
    {
        socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        Common.ConfigureSocketBuffers(socket, _config.RecvBufferSize, _config.SendBufferSize);
        socket.Bind(new IPEndPoint(address.Address, port));
        socket.Blocking = false;
    }

    public override void TickIncoming()
    {
        (_left, _leftForNewcomers) = (MostAtOnce, MostNewcomers);
        base.TickIncoming();
    }

    protected override bool RawReceiveFrom(out ArraySegment<byte> segment, out int connectionId)
    {
        while (_left-- > 0)
        {
            if (!base.RawReceiveFrom(out segment, out connectionId))
                return false;
            if (connections.ContainsKey(connectionId) || FirstDatagram.Is(segment) && _leftForNewcomers-- > 0)
                return true;
            turnedAway();
        }
        (segment, connectionId) = (default, 0);
        return false;
    }
}
