using System.Net.Sockets;
using kcp2k;

namespace Pingmark.Worker.Kcp2k;

/// <summary>A client whose socket can be waited for.</summary>
internal sealed class PolledClient(
    Action connected,
    Action<ArraySegment<byte>, KcpChannel> data,
    Action disconnected,
    Action<ErrorCode, string> error,
    KcpConfig config
) : KcpClient(connected, data, disconnected, error, config)
{
    private bool _received;

    public Socket Socket => socket;

    /// <summary>To be called when the network has something for it. kcp2k only asks for something to read, and so it
    /// never notices that nobody listens there any more.</summary>
    public void Receive()
    {
        _received = false;
        TickIncoming();
        if (!_received && socket?.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error) is > 0)
            Disconnect();
    }

    protected override bool RawReceive(out ArraySegment<byte> segment) =>
        base.RawReceive(out segment) && (_received = true);
}
