using System.Net;
using System.Net.Sockets;
using kcp2k;

namespace Pingmark.Worker.Kcp2k;

/// <summary>A server at one address, where kcp2k's own listens on every interface; and one that ticks, and so answers,
/// even under overload.</summary>
internal sealed class BoundServer(
    Action<int> connected,
    Action<int, ArraySegment<byte>, KcpChannel> data,
    Action<int> disconnected,
    Action<int, ErrorCode, string> error,
    KcpConfig config,
    IPEndPoint address
) : KcpServer(connected, data, disconnected, error, config)
{
    /// <summary>A tick goes through all connections, so it should serve many messages.</summary>
    private const int MostAtOnce = 1024;

    private int _left;

    public Socket Socket => socket;

    public override void Start(ushort port)
    {
        socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        Common.ConfigureSocketBuffers(socket, config.RecvBufferSize, config.SendBufferSize);
        socket.Bind(new IPEndPoint(address.Address, port));
        socket.Blocking = false;
    }

    public override void TickIncoming()
    {
        _left = MostAtOnce;
        base.TickIncoming();
    }

    protected override bool RawReceiveFrom(out ArraySegment<byte> segment, out int connectionId)
    {
        if (_left-- > 0)
            return base.RawReceiveFrom(out segment, out connectionId);
        (segment, connectionId) = (default, 0);
        return false;
    }
}
