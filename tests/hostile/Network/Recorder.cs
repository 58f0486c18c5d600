using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>
/// Stands between a client and a server on loopback and keeps what the client said: frames of a protocol that only its
/// library knows. Afterwards its own socket is a peer that the server believes.
/// </summary>
internal sealed class Recorder : IDisposable
{
    private const int Most = 2_000;

    private readonly SocketServer _front;
    private readonly IPEndPoint _server;
    private readonly ConcurrentQueue<byte[]> _said = [];
    private readonly ConcurrentQueue<Socket> _opened = [];

    public Recorder(IPEndPoint server, bool isStream)
    {
        _server = server;
        _front = new(IPAddress.Loopback, isStream, isStream ? PassStream : PassDatagrams);
    }

    public int Port => _front.EndPoint.Port;

    /// <summary>What clients said, a datagram or a piece of a stream each.</summary>
    public IReadOnlyList<byte[]> Said => [.. _said];

    /// <summary>Its sockets towards the server, one a client.</summary>
    public IReadOnlyList<Socket> Peers => [.. _opened];

    public void Dispose()
    {
        _front.Dispose();
        foreach (var socket in _opened)
            socket.Dispose();
    }

    private void PassStream(Socket client)
    {
        var back = Connected(isStream: true);
        SocketThread.Start(() => Pass(client, back, Keep));
        Pass(back, client, _ => { });
    }

    private void PassDatagrams(Socket front)
    {
        var buffer = new byte[1 << 16];
        var flows = new Dictionary<EndPoint, Socket>();
        EndPoint client = new IPEndPoint(IPAddress.Any, 0);
        while (true)
        {
            var datagram = buffer.AsSpan(0, front.ReceiveFrom(buffer, ref client));
            if (!flows.TryGetValue(client, out var back))
            {
                var (to, opened) = (client, Connected(isStream: false));
                flows[client] = back = opened;
                SocketThread.Start(() => PassBack(opened, front, to));
            }
            Keep(datagram);
            back.Send(datagram);
        }
    }

    private static void PassBack(Socket back, Socket front, EndPoint client)
    {
        var buffer = new byte[1 << 16];
        while (true)
            front.SendTo(buffer.AsSpan(0, back.Receive(buffer)), client);
    }

    private delegate void Piece(ReadOnlySpan<byte> bytes);

    private static void Pass(Socket from, Socket to, Piece keep)
    {
        var buffer = new byte[1 << 16];
        for (int bytes; (bytes = from.Receive(buffer)) > 0; )
        {
            keep(buffer.AsSpan(0, bytes));
            to.Send(buffer.AsSpan(0, bytes));
        }
        to.Shutdown(SocketShutdown.Send);
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (_said.Count < Most)
            _said.Enqueue(bytes.ToArray());
    }

    private Socket Connected(bool isStream)
    {
        var socket = SocketServer.NewSocket(AddressFamily.InterNetwork, isStream);
        socket.Connect(_server);
        _opened.Enqueue(socket);
        return socket;
    }
}
