using System.Net;

namespace Pingmark.Worker.Kit;

/// <summary>A server: its token, what it counts, and how its connections end. Each connection has a count of its own;
/// only rare events share one.</summary>
public sealed class Server
{
    private readonly object _gate = new();

    /// <summary>And how to end it; null where a thread of the stack's ends them all, or there is nothing to
    /// end.</summary>
    private readonly Dictionary<Counter, Action?> _open = [];
    private Order? _order;
    private volatile int _generation;
    private int _peers;
    private long _messagesOfEnded;
    private long _badFrames;
    private long _rejected;
    private long _snapshots;
    private EndPoint? _lastStranger;
    private Peer? _lastSender;

    /// <summary>In place of threads that serve: how the end of a connection is met that its client's thread
    /// serves.</summary>
    public IMeeting? ServedByClient { get; set; }

    public long BadFrames => Interlocked.Read(ref _badFrames);
    public long Rejected => Interlocked.Read(ref _rejected);

    /// <summary>How often all peers were forgotten.</summary>
    internal int Generation => _generation;

    public int Connections
    {
        get
        {
            lock (_gate)
                return _open.Count + _peers;
        }
    }

    /// <summary>What is not counted by connection: a datagram server has one socket for many of them.</summary>
    public Counter Shared { get; } = new();

    public long Messages
    {
        get
        {
            lock (_gate)
                return _messagesOfEnded + Shared.Value + _open.Keys.Sum(c => c.Value);
        }
    }

    /// <param name="end">Called by another thread than the one that serves it.</param>
    public Counter Opened(Action? end = null)
    {
        var messages = new Counter();
        lock (_gate)
            _open.Add(messages, end);
        return messages;
    }

    public void Ended(Counter messages)
    {
        lock (_gate)
        {
            if (!_open.Remove(messages))
                return;
            _messagesOfEnded += messages.Value;
            Monitor.PulseAll(_gate);
        }
    }

    /// <summary>Given to connections unasked.</summary>
    public long Snapshots => Interlocked.Read(ref _snapshots);

    internal void CountSnapshot() => Interlocked.Increment(ref _snapshots);

    public void CountBadFrame() => Interlocked.Increment(ref _badFrames);

    public void CountRejected() => Interlocked.Increment(ref _rejected);

    /// <summary>Address and port of the last one that was rejected, or sent a bad frame; null when there was none, or
    /// its transport doesn't tell.</summary>
    public string? LastStranger
    {
        get
        {
            lock (_gate)
                return _lastStranger?.ToString() ?? _lastSender?.ToEndPoint().ToString();
        }
    }

    internal void Remember(EndPoint? stranger)
    {
        lock (_gate)
            _lastStranger = stranger;
    }

    /// <summary>A flood of them makes no garbage.</summary>
    internal void Remember(in Peer stranger)
    {
        lock (_gate)
            _lastSender = stranger;
    }

    /// <summary>A peer without a connection said hello.</summary>
    internal void Met(int generation) => Count(generation, 1);

    internal void Forgot(int generation) => Count(generation, -1);

    private void Count(int generation, int peers)
    {
        lock (_gate)
            if (generation == _generation)
                _peers += peers;
    }

    /// <summary>For a stack whose one thread owns all connections, and is the only one to end them.</summary>
    public Order OrderToEndAll() => _order = new Order(_gate);

    /// <summary>Forgets all peers, and ends the connections that their clients do not end soon.</summary>
    internal void Disconnect()
    {
        Action?[] ends;
        lock (_gate)
        {
            Await(() => _open.Count == 0, Constants.DisconnectPatienceNs);
            _generation++;
            _peers = 0;
            ends = [.. _open.Values];
            _order?.Give();
        }
        foreach (var end in ends)
            end?.Invoke();
        // A thread that serves all may wait for the network first.
        lock (_gate)
            Await(() => _open.Count == 0 && _order is not { IsGiven: true }, Constants.ForgetPatienceNs);
    }

    /// <summary>With the gate held, which it leaves while it waits.</summary>
    private void Await(Func<bool> condition, long patienceNs)
    {
        var deadline = Clock.Now() + patienceNs;
        while (!condition() && (deadline - Clock.Now()) / Clock.Millisecond is var left and > 0)
            Monitor.Wait(_gate, (int)left);
    }
}
