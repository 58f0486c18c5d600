using System.Net;
using System.Net.Sockets;

namespace Pingmark.Conformance.Peers;

internal sealed class RawDatagramServer : RawServer
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp)
    {
        ReceiveBufferSize = 1 << 20,
    };
    private readonly Dictionary<EndPoint, PeerConnection> _peers = [];

    public RawDatagramServer(Behaviour behaviour)
        : base(behaviour)
    {
        _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        EndPoint = (IPEndPoint)_socket.LocalEndPoint!;
        _ = ServeAsync();
    }

    public override IPEndPoint EndPoint { get; }

    public override void Die() => _socket.Dispose();

    private async Task ServeAsync()
    {
        var buffer = new byte[1 << 16];
        try
        {
            while (true)
            {
                var received = await _socket.ReceiveFromAsync(buffer, EndPoint, Closing.Token);
                foreach (var answer in await RespondAsync(buffer[..received.ReceivedBytes], received.RemoteEndPoint))
                    await _socket.SendToAsync(answer, received.RemoteEndPoint, Closing.Token);
            }
        }
        catch (Exception e) when (IsEnd(e))
        {
            return;
        }
    }

    private async ValueTask<IReadOnlyList<byte[]>> RespondAsync(byte[] body, EndPoint sender)
    {
        if (Behaviour.IsPlain)
            return await AnswerAsync(body, null);
        if (!IsHello(body) && _peers.TryGetValue(sender, out var peer))
            return await AnswerAsync(body, peer);
        var isAnswered = CountHello(body) && IsHello(body);
        if (IsHello(body) && !_peers.ContainsKey(sender))
            _peers.Add(sender, NewConnection());
        return isAnswered ? [Behaviour.HelloAnswer] : [];
    }
}
