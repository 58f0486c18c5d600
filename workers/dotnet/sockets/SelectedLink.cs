using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A server's end whose thread is its client's, and which waits with Socket.Select.</summary>
internal readonly struct SelectedLink : ILink
{
    private const int NsPerMicrosecond = 1_000;

    private readonly Socket _socket;
    private readonly List<Socket> _readable = [];

    public SelectedLink(Socket socket)
    {
        _socket = socket;
        socket.Blocking = false;
    }

    public bool HasBufferedBytes => false;

    public int Receive(Span<byte> bytes, out SocketError error)
    {
        _readable.Clear();
        _readable.Add(_socket);
        Socket.Select(_readable, null, null, (int)(Constants.LongestWaitNs / NsPerMicrosecond));
        return _socket.Receive(bytes, SocketFlags.None, out error);
    }

    public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
    {
        sentBytes = _socket.Send(bytes, SocketFlags.None, out var error);
        return error;
    }

    public void Flush()
    {
        // A socket queues nothing.
    }
}
