using System.Net;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>A client's connection with a host of its own, by a library that sends, receives, resends and times out only
/// when it is served (ENet and its kin).</summary>
public abstract class ServedConnection(Session session, Lane lane)
{
    private readonly Handshakes _handshakes = session.Handshakes;

    public abstract Socket Socket { get; }
    protected MessageFlow Flow { get; } = lane.AddMessages();
    protected Greeting Greeting { get; } = session.Handshakes.Begin(isStream: false);
    internal bool IsAnswered => Greeting.IsAnswered;
    internal long ServedAt { get; set; }

    public abstract void Connect(IPEndPoint server);

    /// <summary>Takes what has arrived, sends what that gives cause to, and runs the library's timers.</summary>
    public abstract void Serve();

    /// <summary>Queues the flow's next message; <see cref="Flush"/> sends what is queued.</summary>
    protected abstract void SendNext();

    protected abstract void Flush();

    /// <summary>Sends a message for each vacant slot.</summary>
    internal void Fill()
    {
        if (!Flow.Fill())
            return;
        do SendNext();
        while (Flow.Fill());
        Flush();
    }

    protected internal void Ended(string reason)
    {
        if (Greeting.IsAnswered)
            Flow.End(reason);
        else
            _handshakes.Fail(reason);
    }
}
