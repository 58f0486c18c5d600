using System.Net.Sockets;
using Pingmark.Model;

namespace Pingmark.Conformance.Peers;

/// <summary>What raw peers put on the wire.</summary>
internal enum RawWire
{
    /// <summary>Frames.</summary>
    Stream,

    /// <summary>Frames in the bodies of HTTP.</summary>
    Bodies,

    /// <summary>Frames in the calls of gRPC; of clients alone.</summary>
    Calls,
    Datagrams,
}

/// <summary>One raw connection to a worker's server. It sends whatever it is told to, right or wrong; every wait has a
/// deadline.</summary>
internal abstract class RawClient : IAsyncDisposable
{
    protected RawClient(Socket socket) => Socket = socket;

    public Socket Socket { get; }

    /// <summary>Connects, and no more: what speaks TLS, or WebSocket, begins to when it is first used.</summary>
    public static async Task<RawClient> OpenAsync(StackFacts stack, ServerAddress server)
    {
        if (stack.Transport == "udp")
            return new RawDatagramClient(server.Ip);
        var socket = new Socket(server.Ip.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        using var limit = new CancellationTokenSource(Deadlines.Socket);
        await socket.ConnectAsync(server.Ip, limit.Token);
        return stack.Transport == "websocket"
            ? new RawWebSocketClient(socket)
            : new RawStreamClient(socket, stack.Wire, server.Certificate);
    }

    /// <summary>Sends one message.</summary>
    public abstract Task SendAsync(byte[] body);

    /// <returns>The next body; null when the server closed the connection, which a datagram server can't.</returns>
    protected abstract Task<byte[]?> ReceiveOrEndAsync(CancellationToken cancel);

    public async Task<byte[]> ReceiveAsync(string expected = "an echo") =>
        await Expect.InTimeAsync(ReceiveOrEndAsync, (expected, "nothing"))
        ?? throw new CaseFailure(expected, "the server closed the connection");

    public async Task GreetAsync(string token, params IEnumerable<int> numbers)
    {
        await SendAsync(Frames.HelloOf(token, numbers));
        await ExpectGreetedAsync();
    }

    public async Task ExpectGreetedAsync() =>
        Expect.SameBytes("PMOK as the answer to hello", Frames.HelloAnswer, await ReceiveAsync("the answer to hello"));

    public async Task EchoAsync(byte[] body)
    {
        await SendAsync(body);
        Expect.SameBytes("the same body back", body, await ReceiveAsync());
    }

    public async Task ExpectClosedAsync(string after)
    {
        var expected = $"the connection closed after {after}";
        var body = await Expect.InTimeAsync(ReceiveOrEndAsync, (expected, "it stays open"));
        Expect.That(body is null, expected, $"{body?.Length} bytes of answer");
    }

    /// <summary>Ends at once with a reset, as a process does that dies with unread bytes.</summary>
    public void Reset()
    {
        Socket.LingerState = new(true, 0);
        Socket.Close();
    }

    public ValueTask DisposeAsync()
    {
        Socket.Dispose();
        return ValueTask.CompletedTask;
    }
}
