using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A third party's echo server on a port of the system's choice: it knows nothing of hellos, messages or
/// lengths.</summary>
internal sealed class EchoServer : IDisposable
{
    private readonly Socket _socket;

    private EchoServer(Socket socket, Action<Socket>? serve)
    {
        _socket = socket;
        if (serve is not null)
            SocketThread.Start(() => serve(socket));
    }

    public IPEndPoint EndPoint => (IPEndPoint)_socket.LocalEndPoint!;

    public static EchoServer Tcp(IPAddress address) => new(Listening(address), Accept);

    /// <summary>Accepts in the kernel and never answers.</summary>
    public static EchoServer Silent(IPAddress address) => new(Listening(address), serve: null);

    public static EchoServer Udp(IPAddress address) =>
        new(Bound(address, SocketType.Dgram, ProtocolType.Udp), EchoDatagrams);

    private static Socket Bound(IPAddress address, SocketType type, ProtocolType protocol)
    {
        var socket = new Socket(address.AddressFamily, type, protocol);
        socket.Bind(new IPEndPoint(address, 0));
        return socket;
    }

    private static Socket Listening(IPAddress address)
    {
        var socket = Bound(address, SocketType.Stream, ProtocolType.Tcp);
        socket.Listen();
        return socket;
    }

    private static void Accept(Socket listener)
    {
        while (true)
        {
            var connection = listener.Accept();
            SocketThread.Start(() => EchoBytes(connection));
        }
    }

    private static void EchoBytes(Socket connection)
    {
        using var _ = connection;
        connection.NoDelay = true;
        var buffer = new byte[65536];
        while (connection.Receive(buffer) is > 0 and var count)
            connection.Send(buffer.AsSpan(0, count));
    }

    private static void EchoDatagrams(Socket socket)
    {
        var buffer = new byte[65536];
        EndPoint sender = new IPEndPoint(
            socket.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any,
            0
        );
        while (true)
        {
            var count = socket.ReceiveFrom(buffer, ref sender);
            socket.SendTo(buffer.AsSpan(0, count), sender);
        }
    }

    public void Dispose() => _socket.Dispose();
}
