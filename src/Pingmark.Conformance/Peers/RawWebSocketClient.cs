using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

namespace Pingmark.Conformance.Peers;

/// <summary>A WebSocket, in which each body is a binary message.</summary>
internal sealed class RawWebSocketClient(Socket socket) : RawClient(socket)
{
    /// <summary>The key of RFC 6455's example, and the answer that it has there.</summary>
    private const string Key = "dGhlIHNhbXBsZSBub25jZQ==",
        Accepted = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    private const int MostHeadBytes = 4096;

    private readonly NetworkStream _stream = new(socket);
    private readonly byte[] _buffer = new byte[Frames.MaxBody + 1];
    private WebSocket? _opened;

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

    private async ValueTask<WebSocket> OpenedAsync(CancellationToken cancel) => _opened ??= await UpgradeAsync(cancel);

    private async Task<WebSocket> UpgradeAsync(CancellationToken cancel)
    {
        const string request =
            "GET / HTTP/1.1\r\nHost: pingmark\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + $"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {Key}\r\n\r\n";
        await _stream.WriteAsync(Encoding.ASCII.GetBytes(request), cancel);
        var answer = await HeadAsync(cancel);
        Expect.That(
            answer.StartsWith("HTTP/1.1 101", StringComparison.Ordinal)
                && answer.Contains(Accepted, StringComparison.Ordinal),
            "an upgrade to WebSocket",
            answer.Split('\r')[0]
        );
        return WebSocket.CreateFromStream(_stream, new() { KeepAliveInterval = TimeSpan.Zero });
    }

    /// <summary>Byte by byte: behind it there may be a frame.</summary>
    private async Task<string> HeadAsync(CancellationToken cancel)
    {
        var head = new StringBuilder();
        var next = new byte[1];
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            Expect.That(head.Length < MostHeadBytes, "an upgrade to WebSocket", "a head without an end");
            await _stream.ReadExactlyAsync(next, cancel);
            head.Append((char)next[0]);
        }
        return head.ToString();
    }
}
