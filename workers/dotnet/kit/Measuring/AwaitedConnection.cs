using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>
/// A stream whose receives and sends are awaited, so that the kit can't call the stack: the stack takes the steps
/// itself. First it sends what is <see cref="Outgoing"/>; then again and again it receives, sends what that brought
/// about, and settles. Any other order ends the measurement.
/// </summary>
public sealed class AwaitedConnection : StreamConnection
{
    private readonly Memory<byte> _inMemory;
    private readonly Memory<byte> _outMemory;
    private bool _isUnsettled;
    private long _now;

    internal AwaitedConnection(Lane lane, int mostInFlightBytes)
        : base(lane, mostInFlightBytes) => (_inMemory, _outMemory) = (In.Memory, Out.Memory);

    /// <summary>Where to receive.</summary>
    public Memory<byte> ReceiveMemory =>
        _isUnsettled ? throw OutOfOrder("receive, before what had arrived was settled")
        : HasComposed ? throw OutOfOrder("receive, before what was composed had been sent")
        : _inMemory[InEnd..];

    public bool HasOutgoing => HasComposed;

    /// <summary>Composed and not sent yet, up to the end of the ring.</summary>
    public ReadOnlyMemory<byte> Outgoing => _outMemory[OutStart..OutEnd];

    /// <summary>A receive has returned.</summary>
    public void Arrived(int bytes) => Arrived(bytes, Clock.Now());

    internal void Arrived(int bytes, long now)
    {
        if (_isUnsettled)
            throw OutOfOrder("arrived, before what had arrived earlier was settled");
        (_isUnsettled, _now) = (true, now);
        if (bytes == 0)
            End("closed by the peer");
        Take(bytes, now);
    }

    /// <summary>So many bytes of what is <see cref="Outgoing"/> were sent.</summary>
    public void Sent(int bytes)
    {
        if (bytes > OutEnd - OutStart)
            throw OutOfOrder("sent, more than was composed");
        Took(bytes);
        // What no receive caused is composed when its turn to be sent has come.
        if (!HasComposed && !_isUnsettled && Lane.ReadClock() is var now && Lane.Schedule.Fills(now))
            Fill(now);
    }

    /// <summary>Verifies and records what arrived.</summary>
    public void Settle()
    {
        if (!_isUnsettled)
            throw OutOfOrder("settle, before anything had arrived");
        if (HasComposed)
            throw OutOfOrder("settle, before what was composed had been sent");
        _isUnsettled = false;
        Verify(_now);
    }

    /// <summary>The stack sends it, before it receives.</summary>
    protected override void Transmit() { }

    private static WorkerException OutOfOrder(string step) => new($"a stack's steps are out of order: {step}");
}
