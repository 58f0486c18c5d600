using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using Pingmark.Model;

namespace Pingmark.Conformance.Peers;

/// <summary>One raw connection to a worker's server. It sends whatever a case wants, right or wrong; every wait has a
/// deadline.</summary>
internal abstract class RawClient(Socket socket) : IAsyncDisposable
{
    public Socket Socket { get; } = socket;

    /// <summary>Connects, and no more: TLS and WebSocket begin when they are first used.</summary>
    public static async Task<RawClient> OpenAsync(StackFacts stack, ServerAddress server)
    {
        if (stack.Transport == "udp")
            return new RawDatagramClient(server.Ip);
        var socket = new Socket(server.Ip.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        using var limit = new CancellationTokenSource(Deadlines.Socket);
        await socket.ConnectAsync(server.Ip, limit.Token);
        return stack.Transport == "websocket"
            ? new RawWebSocketClient(socket)
            : new RawStreamClient(socket, stack.Transport == "http", server.Certificate);
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
        await SendAsync(Frames.CreateHello(token, numbers));
        await ExpectGreetedAsync();
    }

    public async Task ExpectGreetedAsync() =>
        Expect.SameBytes("PMOK as the answer to hello", Frames.HelloAnswer, await ReceiveAsync("the answer to hello"));

    /// <summary>Sends random bytes, which an answer from memory can't be, and expects them back.</summary>
    public async Task EchoAsync(int bodyBytes = 28)
    {
        var body = RandomNumberGenerator.GetBytes(bodyBytes);
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

/// <summary>A connection of a byte stream: over TCP, by TLS, or in the bodies of HTTP.</summary>
/// <param name="certificate">The SHA-256 of the one that the server must show; null where it has no TLS.</param>
internal sealed class RawStreamClient(Socket socket, bool isHttp, string? certificate) : RawClient(socket)
{
    private Frames? _frames;

    public override Task SendAsync(byte[] body) => WriteAsync(Frames.Create(body));

    /// <summary>Writes bytes as they are, whole frames or not.</summary>
    /// <param name="pieceBytes">How many at a time.</param>
    public Task WriteAsync(ReadOnlyMemory<byte> bytes, int pieceBytes = int.MaxValue) =>
        Expect.InTimeAsync(
            async cancel => await (await OpenedAsync(cancel)).WriteAsync(bytes, pieceBytes, cancel),
            ("a server that receives", $"{bytes.Length} bytes not taken")
        );

    public async Task<byte[]> ReadExactlyAsync(int bytes)
    {
        var buffer = new byte[bytes];
        await Expect.InTimeAsync(
            async cancel => await (await OpenedAsync(cancel)).ReadExactlyAsync(buffer, cancel),
            ($"{bytes} bytes back", "fewer")
        );
        return buffer;
    }

    protected override async Task<byte[]?> ReceiveOrEndAsync(CancellationToken cancel) =>
        await (await OpenedAsync(cancel)).ReadAsync(cancel);

    private async ValueTask<Frames> OpenedAsync(CancellationToken cancel) =>
        _frames ??= new(
            certificate is null ? new NetworkStream(Socket) : await SecureAsync(certificate, cancel),
            isHttp ? Carrier.HttpClient : Carrier.Bytes
        );

    private async Task<SslStream> SecureAsync(string expected, CancellationToken cancel)
    {
        var secured = new SslStream(new NetworkStream(Socket));
        var options = new SslClientAuthenticationOptions
        {
            TargetHost = "pingmark",
            EnabledSslProtocols = SslProtocols.Tls13,
            RemoteCertificateValidationCallback = (_, shown, _, _) =>
                shown is not null && Convert.ToHexStringLower(SHA256.HashData(shown.GetRawCertData())) == expected,
        };
        try
        {
            await secured.AuthenticateAsClientAsync(options, cancel);
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            throw new CaseFailure("TLS 1.3 with the certificate of listen's reply", e.Message);
        }
        return secured;
    }
}

/// <summary>A WebSocket, in which each body is a binary message.</summary>
internal sealed class RawWebSocketClient(Socket socket) : RawClient(socket)
{
    private readonly byte[] _buffer = new byte[Frames.MaxBody + 1];
    private ClientWebSocket? _opened;

    public override Task SendAsync(byte[] body) =>
        Expect.InTimeAsync(
            async cancel =>
                await (await OpenedAsync(cancel)).SendAsync(body, WebSocketMessageType.Binary, true, cancel),
            ("a server that receives", $"{body.Length} bytes not taken")
        );

    protected override async Task<byte[]?> ReceiveOrEndAsync(CancellationToken cancel)
    {
        try
        {
            var opened = await OpenedAsync(cancel);
            for (var bytes = 0; ; )
            {
                var part = await opened.ReceiveAsync(_buffer.AsMemory(bytes), cancel);
                if (part.MessageType == WebSocketMessageType.Close)
                    return null;
                bytes += part.Count;
                if (part.EndOfMessage)
                    return _buffer[..bytes];
                Expect.That(bytes < _buffer.Length, $"a message of at most {Frames.MaxBody} bytes", "a longer one");
            }
        }
        catch (WebSocketException)
        {
            return null;
        }
    }

    private async ValueTask<WebSocket> OpenedAsync(CancellationToken cancel)
    {
        if (_opened is not null)
            return _opened;
        var opened = new ClientWebSocket();
        var own = new SocketsHttpHandler { ConnectCallback = (_, _) => new(new NetworkStream(Socket)) };
        await opened.ConnectAsync(new("ws://pingmark/"), new HttpMessageInvoker(own), cancel);
        return _opened = opened;
    }
}
