using System.Net;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>A client's connection by a library that sends, receives, resends and times out only when it is
/// called.</summary>
public abstract class PolledConnection : IDisposable
{
    private readonly Handshakes _handshakes;
    private readonly MessageConnection<Sender> _messages;

    protected PolledConnection(Client client, Lane lane)
    {
        _handshakes = client.Handshakes;
        _messages = lane.AddMessages(new Sender(this));
        Greeting = _handshakes.Begin(isStream: false);
    }

    public readonly struct Sender(PolledConnection connection) : ISender
    {
        public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
        {
            sentBytes = bytes.Length;
            connection.Send(bytes);
            return SocketError.Success;
        }

        public void Flush() => connection.Flush();
    }

    /// <summary>There is one once <see cref="Connect"/> has returned.</summary>
    public abstract Socket Socket { get; }
    protected Greeting Greeting { get; }
    internal bool IsAnswered => Greeting.IsAnswered;
    internal long TickedAt { get; set; } = Clock.Now();

    /// <summary><see cref="Receive"/> runs the timers too, and nothing runs out at rest.</summary>
    protected internal virtual bool ReceiveTicks => false;

    public abstract void Connect(IPEndPoint server);

    /// <summary>Takes what has arrived, and sends what that gives cause to.</summary>
    public abstract void Receive();

    /// <summary>The library's timers and resends.</summary>
    public abstract void Tick(int elapsedMs);

    /// <summary>Queues a message. What the library refuses is lost, like any that gets lost under way.</summary>
    protected abstract void Send(ReadOnlySpan<byte> message);

    /// <summary>Sends what is queued: once after what a message has brought about, or after several messages.</summary>
    protected abstract void Flush();

    /// <summary>The network says so.</summary>
    protected internal virtual void Failed() => Ended("nobody listens there, or it can't be reached");

    /// <summary>To be called with each message that the library delivers.</summary>
    protected void Arrived(ReadOnlySpan<byte> message)
    {
        if (Greeting.IsAnswered)
            _messages.Received(message);
        else
            Greeting.Arrived(message);
    }

    /// <summary>The connection has ended, or can't come up.</summary>
    protected void Ended(string reason)
    {
        if (Greeting.IsAnswered)
            _messages.End(reason);
        else
            _handshakes.Fail(reason);
    }

    public abstract void Dispose();
}
