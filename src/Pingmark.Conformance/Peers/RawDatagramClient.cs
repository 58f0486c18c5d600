using System.Net;
using System.Net.Sockets;

namespace Pingmark.Conformance.Peers;

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
            Socket.Bind(new IPEndPoint(CreateOwnAddress(), 0));
        Socket.Connect(server);
    }

    /// <returns>An address from 127.1.0.0 on.</returns>
    private static IPAddress CreateOwnAddress()
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
        await SendAsync(Frames.CreateHello(token));
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
