using System.Net;
using Pingmark.Worker.Callbacks;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>
/// One connection of a stream server. What it received comes on one thread at a time, but a send that failed ends it on
/// another: who is last out disposes of it.
/// </summary>
internal sealed class StreamPeer(
    Token? token,
    Server server,
    BytesSender send,
    Func<bool> disconnect,
    Func<EndPoint?> address
)
{
    private readonly StreamEcho _echo = new(token, server, () => disconnect(), address);

    /// <summary>Kept for good when the connection has ended.</summary>
    private readonly Turn _turn = new();

    public void Arrived(ReadOnlySpan<byte> bytes)
    {
        if (!_turn.TryTake())
            return;
        if (!Echo(bytes))
            disconnect();
        if (!_turn.Leave())
            _echo.Dispose();
    }

    public void Ended()
    {
        if (_turn.Enter())
            _echo.Dispose();
    }

    /// <returns>False: the connection must be closed.</returns>
    private bool Echo(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var part = bytes[..Math.Min(bytes.Length, _echo.ReceiveSpan.Length)];
            part.CopyTo(_echo.ReceiveSpan);
            if (!_echo.Arrived(part.Length))
                return false;
            while (_echo.HasOutgoing)
            {
                var answer = _echo.OutgoingSpan;
                if (!send(answer))
                    return false;
                _echo.Sent(answer.Length);
            }
            bytes = bytes[part.Length..];
        }
        return true;
    }
}
