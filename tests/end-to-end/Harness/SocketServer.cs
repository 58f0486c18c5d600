using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A server on a port of the system's choice. Each connection is served by a thread of its own; of datagrams
/// there is one.</summary>
internal sealed class SocketServer : IDisposable
{
    private static readonly TimeSpan LongestConnect = TimeSpan.FromSeconds(0.5);

    private readonly Socket _socket;
    private readonly ConcurrentBag<Socket> _open = [];

    /// <param name="serve">One connection, which is closed when this returns. Datagrams: the server's socket.</param>
    /// <param name="backlog">Connections that wait to be accepted; 0: none is accepted, and what comes is not even
    /// answered.</param>
    /// <param name="receiveBytes">Of the buffers of connections; null: as the system has it.</param>
    public SocketServer(
        IPAddress address,
        bool isStream,
        Action<Socket> serve,
        int backlog = int.MaxValue,
        int? receiveBytes = null
    )
    {
        _socket = NewSocket(address.AddressFamily, isStream);
        _socket.Bind(new IPEndPoint(address, 0));
        EndPoint = (IPEndPoint)_socket.LocalEndPoint!;
        if (receiveBytes is { } bytes)
            _socket.ReceiveBufferSize = bytes;
        if (isStream)
            _socket.Listen(backlog);
        if (!isStream)
            SocketThread.Start(() => serve(_socket));
        else if (backlog > 0)
            SocketThread.Start(() => AcceptAll(serve));
        else
            FillQueue();
    }

    public IPEndPoint EndPoint { get; }

    public static Socket NewSocket(AddressFamily family, bool isStream) =>
        isStream
            ? new(family, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true }
            : new(family, SocketType.Dgram, ProtocolType.Udp);

    private void AcceptAll(Action<Socket> serve)
    {
        while (true)
        {
            var connection = _socket.Accept();
            connection.NoDelay = true;
            _open.Add(connection);
            SocketThread.Start(() =>
            {
                using (connection)
                    serve(connection);
            });
        }
    }

    /// <summary>Of connections that nobody takes, with no room for one more.</summary>
    private void FillQueue()
    {
        for (var isRoom = true; isRoom; )
        {
            var one = NewSocket(EndPoint.AddressFamily, isStream: true);
            _open.Add(one);
            isRoom = one.ConnectAsync(EndPoint).Wait(LongestConnect);
        }
    }

    public void Dispose()
    {
        _socket.Dispose();
        foreach (var socket in _open)
            socket.Dispose();
    }
}
