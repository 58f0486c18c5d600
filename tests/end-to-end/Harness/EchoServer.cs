using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A third party's echo server on a port of the system's choice: it knows nothing of hellos, messages or lengths.</summary>
internal sealed class EchoServer : IAsyncDisposable
{
    private readonly Socket _socket;
    private readonly Task _serving;

    private EchoServer(Socket socket, Func<Socket, Task> serve)
    {
        _socket = socket;
        _serving = serve(socket);
    }

    public IPEndPoint EndPoint => (IPEndPoint)_socket.LocalEndPoint!;

    public static EchoServer Tcp(IPAddress address) => new(Listening(address), AcceptAsync);

    /// <summary>Accepts in the kernel and never answers.</summary>
    public static EchoServer Silent(IPAddress address) => new(Listening(address), _ => Task.CompletedTask);

    public static EchoServer Udp(IPAddress address) => new(Bound(address, SocketType.Dgram, ProtocolType.Udp), EchoDatagramsAsync);

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

    private static async Task AcceptAsync(Socket listener)
    {
        while (true)
            _ = EchoBytesAsync(await listener.AcceptAsync());
    }

    private static async Task EchoBytesAsync(Socket connection)
    {
        using var _ = connection;
        connection.NoDelay = true;
        var buffer = new byte[65536];
        while (await connection.ReceiveAsync(buffer) is > 0 and var count)
            await connection.SendAsync(buffer.AsMemory(0, count));
    }

    private static async Task EchoDatagramsAsync(Socket socket)
    {
        var buffer = new byte[65536];
        var anyone = new IPEndPoint(socket.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any, 0);
        while (true)
        {
            var received = await socket.ReceiveFromAsync(buffer, anyone);
            await socket.SendToAsync(buffer.AsMemory(0, received.ReceivedBytes), received.RemoteEndPoint);
        }
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        try { await _serving; }
        catch (Exception e) when (e is SocketException or ObjectDisposedException) { /* The way that a pending accept or receive ends. */ }
    }
}
