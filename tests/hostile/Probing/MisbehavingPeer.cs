using System.Net;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>A server on a port of the system's choice that behaves as a row says, to any number of clients.</summary>
internal sealed class MisbehavingPeer : IDisposable
{
    /// <summary>So that a client that is not read from soon has to wait.</summary>
    private const int FewBytes = 4_096;

    private readonly Socket _socket;
    private readonly List<Socket> _queued = [];
    private readonly List<Socket> _connections = [];

    public MisbehavingPeer(Misbehaviour behaviour)
    {
        var isStream = behaviour.Framing is not null;
        _socket = new(
            AddressFamily.InterNetwork,
            isStream ? SocketType.Stream : SocketType.Dgram,
            isStream ? ProtocolType.Tcp : ProtocolType.Udp
        );
        _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        EndPoint = (IPEndPoint)_socket.LocalEndPoint!;
        if (!isStream)
        {
            SocketThread.Start(() => behaviour.Serve(_socket));
            return;
        }
        _socket.ReceiveBufferSize = FewBytes;
        _socket.Listen(behaviour.Backlog);
        if (behaviour.Backlog == 0)
            FillQueue();
        else
            SocketThread.Start(() => Accept(behaviour.Serve));
    }

    public IPEndPoint EndPoint { get; }

    private void Accept(Action<Socket> serve)
    {
        while (true)
        {
            var connection = _socket.Accept();
            connection.NoDelay = true;
            lock (_connections)
                _connections.Add(connection);
            SocketThread.Start(() =>
            {
                using (connection)
                    serve(connection);
            });
        }
    }

    /// <summary>A queue of no length has room for one.</summary>
    private void FillQueue()
    {
        for (var more = 0; more < 2; more++)
        {
            var waiting = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            _queued.Add(waiting);
            _ = waiting.ConnectAsync(EndPoint);
        }
    }

    public void Dispose()
    {
        _socket.Dispose();
        lock (_connections)
            foreach (var socket in _connections.Concat(_queued))
                socket.Dispose();
    }
}
