using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>How a library sends a message to a peer. What it refuses is lost.</summary>
public delegate void SendMessage(ReadOnlySpan<byte> message, bool isReliable);

/// <summary>
/// What a serving thread of a library sends unasked: each snapshot to those of its connections that asked for it in
/// their hello. The stack makes its echoes here, waits no longer than to the next tick, and calls
/// <see cref="SendDue"/> before it lets the library send.
/// </summary>
public sealed class MessageTicks(Token? token, Server server)
{
    private readonly Ticker _ticker = new(isFramed: false);
    private readonly List<MessageRecipient> _recipients = [];

    /// <summary>Until the next tick; <see cref="Ticker.Never"/> where nobody is sent anything.</summary>
    public long WaitNs => _ticker.WaitNs;

    /// <summary>Of a connection that is up.</summary>
    /// <param name="send">How the library sends to its other end.</param>
    public MessageEcho NewEcho(SendMessage send) => new(token, server) { Recipients = asked => Add(asked, send) };

    private MessageRecipient? Add(TickPlan asked, SendMessage send)
    {
        if (!_ticker.Add(asked))
            return null;
        var recipient = new MessageRecipient(this, send);
        _recipients.Add(recipient);
        return recipient;
    }

    /// <returns>Whether something can be received, before a tick is due and before so long is over.</returns>
    public bool Await(Socket socket, int longestMs) =>
        Readiness.Await(socket.Handle, Math.Min(longestMs * Clock.Millisecond, WaitNs));

    /// <summary>At most one tick, so that what arrives is received in between.</summary>
    public void SendDue()
    {
        if (_ticker.TakeDue() is not { } due)
            return;
        // By number: to send can end a connection.
        for (var i = 0; i < _recipients.Count; i++)
            if (due.Tick <= _recipients[i].LastTick)
            {
                server.CountSnapshot();
                _recipients[i].Send(due);
            }
    }

    /// <returns>The last tick that it gets.</returns>
    internal long Input() => _ticker.Input();

    internal void Remove(MessageRecipient recipient)
    {
        _recipients.Remove(recipient);
        _ticker.Remove();
    }
}

/// <summary>A connection that has asked for snapshots. They go by the transmission of its last input.</summary>
internal sealed class MessageRecipient(MessageTicks ticks, SendMessage send) : IDisposable
{
    private bool _isReliable;

    /// <summary>The last tick that it gets.</summary>
    public long LastTick { get; private set; } = -1;

    public void Input(bool isReliable) => (LastTick, _isReliable) = (ticks.Input(), isReliable);

    public void Send(Snapshot due) => send(due.Message, _isReliable);

    public void Dispose() => ticks.Remove(this);
}
