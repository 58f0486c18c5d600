using System.Net;
using System.Net.Sockets;

namespace Pingmark.Conformance.Peers;

/// <summary>What raw peers put on the wire.</summary>
internal enum RawWire
{
    /// <summary>Frames.</summary>
    Stream,

    /// <summary>Frames in the bodies of HTTP.</summary>
    Bodies,
    Datagrams,
}

/// <summary>One raw connection to a worker's server. It sends whatever it is told to, right or wrong; every wait has a
/// deadline.</summary>
internal abstract class RawClient : IAsyncDisposable
{
    protected RawClient(Socket socket) => Socket = socket;

    public Socket Socket { get; }

    public static async Task<RawClient> OpenAsync(RawWire wire, IPEndPoint server)
    {
        if (wire == RawWire.Datagrams)
            return new RawDatagramClient(server);
        var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        using var limit = new CancellationTokenSource(Deadlines.Socket);
        await socket.ConnectAsync(server, limit.Token);
        return new RawStreamClient(socket, wire);
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

    public ValueTask DisposeAsync()
    {
        Socket.Dispose();
        return ValueTask.CompletedTask;
    }
}

internal sealed class RawStreamClient(Socket socket, RawWire wire) : RawClient(socket)
{
    private readonly Stream _stream =
        wire == RawWire.Bodies ? BodyStream.OfClient(new(socket)) : new NetworkStream(socket);

    public override Task SendAsync(byte[] body) => WriteAsync(Frames.Frame(body));

    /// <summary>Writes bytes as they are, whole frames or not.</summary>
    /// <param name="pieceBytes">How many at a time.</param>
    public Task WriteAsync(ReadOnlyMemory<byte> bytes, int pieceBytes = int.MaxValue) =>
        Expect.InTimeAsync(
            cancel => Frames.WriteAsync(_stream, bytes, pieceBytes, cancel),
            ("a server that receives", $"{bytes.Length} bytes not taken")
        );

    public async Task<byte[]> ReadExactlyAsync(int bytes)
    {
        var buffer = new byte[bytes];
        await Expect.InTimeAsync(
            async cancel => await _stream.ReadExactlyAsync(buffer, cancel),
            ($"{bytes} bytes back", "fewer")
        );
        return buffer;
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

    protected override Task<byte[]?> ReceiveOrEndAsync(CancellationToken cancel) => Frames.ReadAsync(_stream, cancel);
}

internal sealed class RawDatagramClient : RawClient
{
    private readonly byte[] _buffer = new byte[1 << 16];

    /// <summary>The number of clients so far. On loopback each has an address of its own: a server knows its peers by
    /// address and port, and the kernel gives the port of a client that has gone to the next one.</summary>
    private static int _clients;

    private bool _greetsAgain;

    /// <param name="from">The address and port to send from; null: ones that nobody else has.</param>
    public RawDatagramClient(IPEndPoint server, IPEndPoint? from = null)
        : base(new(server.AddressFamily, SocketType.Dgram, ProtocolType.Udp) { ReceiveBufferSize = 1 << 20 })
    {
        if (from is not null)
            Socket.Bind(from);
        else if (server.Address.AddressFamily == AddressFamily.InterNetwork && IPAddress.IsLoopback(server.Address))
            Socket.Bind(new IPEndPoint(AddressOfItsOwn(), 0));
        Socket.Connect(server);
    }

    /// <returns>An address from 127.1.0.0 on.</returns>
    private static IPAddress AddressOfItsOwn()
    {
        var number = Interlocked.Increment(ref _clients);
        return new([127, 1, (byte)(number >> 8), (byte)number]);
    }

    public override async Task SendAsync(byte[] body) => await Socket.SendAsync(body);

    /// <summary>Greets from a port that another client had: answers to that one may still come, and a hello may be lost
    /// while the server closes what it had for it. So the hello is repeated every 100 ms, as clients do.</summary>
    public Task GreetAgainAsync(string token)
    {
        _greetsAgain = true;
        return Expect.EventuallyAsync("a repeated hello is answered", true, () => IsGreetedAsync(token));
    }

    private async Task<bool> IsGreetedAsync(string token)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMilliseconds(100));
        await SendAsync(Frames.HelloOf(token));
        try
        {
            while (!IsHelloAnswer(await ReceiveAnyAsync(patience.Token)))
                continue;
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private async Task<byte[]> ReceiveAnyAsync(CancellationToken cancel) =>
        _buffer[..await Socket.ReceiveAsync(_buffer, cancel)];

    private static bool IsHelloAnswer(byte[] body) => body.AsSpan().SequenceEqual(Frames.HelloAnswer);

    /// <summary>Receives a body, without answers to repeated hellos, which may come at any time.</summary>
    protected override async Task<byte[]?> ReceiveOrEndAsync(CancellationToken cancel)
    {
        while (true)
        {
            var body = await ReceiveAnyAsync(cancel);
            if (!_greetsAgain || !IsHelloAnswer(body))
                return body;
        }
    }
}
