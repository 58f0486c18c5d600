using System.Net.WebSockets;
using Pingmark.Worker.Callbacks;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.WebSockets;

/// <summary>A client's connection: a flow of control that receives for as long as it lives, and hands over each whole
/// message.</summary>
internal sealed class Opened : IDisposable
{
    private readonly ClientWebSocket _socket = new();
    private readonly Incoming _incoming;
    private readonly Uri _server;
    private readonly CallbackConnection _connection;

    public Opened(Client client)
    {
        _server = new Uri($"ws://{client.Plan.Address}/");
        // Nothing but messages is sent.
        _socket.Options.KeepAliveInterval = Timeout.InfiniteTimeSpan;
        _incoming = new Incoming(Math.Max(client.Plan.MessageBytes, Token.Answer.Length));
        var outgoing = new Outgoing(_socket, Math.Max(client.Plan.MessageBytes, Token.HelloBytes));
        _connection = new CallbackConnection(client, isStream: false, outgoing.Send, connects: true);
    }

    public void Start(HttpMessageInvoker opener) => _ = RunAsync(opener);

    private async Task RunAsync(HttpMessageInvoker opener)
    {
        try
        {
            await _socket.ConnectAsync(_server, opener, CancellationToken.None);
            _connection.Connected();
            await ReceiveAsync();
            _connection.Ended("closed by the peer");
        }
        catch (Exception e) when (Endings.Is(e))
        {
            _connection.Ended(e.GetBaseException().Message);
        }
    }

    private async Task ReceiveAsync()
    {
        while (true)
        {
            var part = await _socket.ReceiveAsync(_incoming.Room(), CancellationToken.None);
            if (part.MessageType == WebSocketMessageType.Close)
                return;
            if (_incoming.Arrived(part))
                _connection.Arrived(_incoming.Message.Span);
        }
    }

    public void Dispose() => _socket.Dispose();
}
