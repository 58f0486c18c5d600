namespace Pingmark.Worker.Kit;

/// <summary>What a server counts. Each connection has a tally of its own; only rare events share one.</summary>
public sealed class ServerCounts
{
    private readonly Lock _gate = new();
    private readonly HashSet<Tally> _open = [];
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

    /// <summary>What is not counted by connection: a datagram server has one socket for all of them.</summary>
    public Tally Shared { get; } = new();

    public long Messages
    {
        get
        {
            lock (_gate)
                return _messagesOfEnded + Shared.Value + _open.Sum(t => t.Value);
        }
    }

    public Tally Opened()
    {
        var tally = new Tally();
        lock (_gate)
            _open.Add(tally);
        return tally;
    }

    public void Ended(Tally tally)
    {
        lock (_gate)
            if (_open.Remove(tally))
                _messagesOfEnded += tally.Value;
    }

    public void CountBadFrame() => Interlocked.Increment(ref _badFrames);

    public void CountRejected() => Interlocked.Increment(ref _rejected);
}
