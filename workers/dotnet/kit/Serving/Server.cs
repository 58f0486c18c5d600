namespace Pingmark.Worker.Kit;

/// <summary>A server: its token, and what it counts. Each connection has a count of its own; only rare events share
/// one.</summary>
public sealed class Server
{
    private readonly Lock _gate = new();
    private readonly HashSet<Counter> _open = [];
    private long _messagesOfEnded;
    private long _badFrames;
    private long _rejected;

    public long BadFrames => Interlocked.Read(ref _badFrames);
    public long Rejected => Interlocked.Read(ref _rejected);

    public int Connections
    {
        get
        {
            lock (_gate)
                return _open.Count;
        }
    }

    /// <summary>What is not counted by connection: a datagram server has one socket for many of them.</summary>
    public Counter Shared { get; } = new();

    public long Messages
    {
        get
        {
            lock (_gate)
                return _messagesOfEnded + Shared.Value + _open.Sum(c => c.Value);
        }
    }

    public Counter Opened()
    {
        var messages = new Counter();
        lock (_gate)
            _open.Add(messages);
        return messages;
    }

    public void Ended(Counter messages)
    {
        lock (_gate)
            if (_open.Remove(messages))
                _messagesOfEnded += messages.Value;
    }

    public void CountBadFrame() => Interlocked.Increment(ref _badFrames);

    public void CountRejected() => Interlocked.Increment(ref _rejected);
}
