using System.Net.WebSockets;

namespace Pingmark.Worker.WebSockets;

/// <summary>Sends a client's messages: a WebSocket takes one when it has sent the one before. Nobody waits for that;
/// what is to go meanwhile is kept, and follows.</summary>
internal sealed class Outgoing(WebSocket socket, int largest)
{
    private readonly byte[] _bytes = new byte[largest];
    private readonly Queue<byte[]> _kept = new();

    /// <summary>Set by who sends, and by nobody else.</summary>
    private volatile bool _isSending;

    /// <summary>By one thread at a time.</summary>
    /// <returns>False: it has ended, of which the receive tells.</returns>
    public bool Send(ReadOnlySpan<byte> message)
    {
        if (_isSending && Keeps(message))
            return true;
        message.CopyTo(_bytes);
        try
        {
            var sending = SendAsync(_bytes.AsMemory(0, message.Length));
            if (!sending.IsCompletedSuccessfully)
            {
                _isSending = true;
                _ = FollowAsync(sending.AsTask());
            }
            return true;
        }
        catch (Exception e) when (Endings.Is(e))
        {
            return false;
        }
    }

    private ValueTask SendAsync(ReadOnlyMemory<byte> message) =>
        socket.SendAsync(message, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);

    private async Task FollowAsync(Task sending)
    {
        try
        {
            await sending;
            while (TakeKept() is { } next)
                await SendAsync(next);
        }
        catch (Exception e) when (Endings.Is(e))
        {
            // The receive tells.
        }
    }

    private bool Keeps(ReadOnlySpan<byte> message)
    {
        lock (_kept)
        {
            if (_isSending)
                _kept.Enqueue(message.ToArray());
            return _isSending;
        }
    }

    private byte[]? TakeKept()
    {
        lock (_kept)
        {
            _isSending = _kept.TryDequeue(out var next);
            return next;
        }
    }
}
