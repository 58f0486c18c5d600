namespace Pingmark.Worker.Kit;

/// <summary>What a measurement counts, and the load that brings it about.</summary>
/// <param name="Origin">Of the load's times.</param>
/// <param name="LostAfterNs">How long a message is waited for.</param>
internal sealed record Measurement(Window Window, LoadPlan Load, long Origin, long LostAfterNs);

/// <summary>A client's connections, spread over lanes, from connect to disconnect. Between measurements the lanes are
/// parked here; a measurement wakes them, and ends when the last one is parked again.</summary>
public sealed class Client(StackDescription description, ConnectPlan plan)
{
    private const int RestMs = (int)(Constants.RestIntervalNs / Kit.Clock.Millisecond),
        WatchdogMs = (int)(Constants.WatchdogIntervalNs / Kit.Clock.Millisecond);

    /// <summary>A lane that is parked ends at once; one that waits in a send or receive, when that is closed.</summary>
    private const int LaneEndMs = 1_000;

    private const int Sending = 0,
        Draining = 1,
        Aborted = 2;

    private readonly Lock _gate = new();
    private readonly object _signal = new();
    private readonly List<Lane> _lanes = [];
    private readonly List<Thread> _threads = [];
    private volatile int _phase = Draining;
    private int _lanesBusy;
    private int _endedConnections;
    private string? _endReason;
    private long _abortedAt;
    private Measurement? _next;
    private int _connections;
    private int _measurements;
    private int _parked;
    private bool _isOver;
    private OtherEnd? _otherEnd;

    public StackDescription Description => description;
    public ConnectPlan Plan => plan;
    internal Payload Payload { get; } = PayloadOf(plan, description.IsStream);
    public Handshakes Handshakes { get; } = new(plan);
    internal long Messages => _lanes.Sum(l => l.Answers.Value);
    internal bool IsSending => _phase == Sending;

    /// <summary>And so long ago that all connections that ended together were noticed.</summary>
    internal bool IsAborted(long now) => _phase == Aborted && now >= _abortedAt + Constants.EndedTogetherNs;

    internal int OpenConnections => plan.Connections - Volatile.Read(ref _endedConnections);

    /// <summary>Read where no receive gave cause to; tests have one of their own.</summary>
    internal Func<long> Clock { get; init; } = Kit.Clock.Now;

    private static Payload PayloadOf(ConnectPlan plan, bool isStream)
    {
        var bodyBytes = plan.BodyBytes(isStream);
        var isEchoed = !plan.IsOneWay && plan.Ticks is null;
        return Serializers.PayloadOf(plan.Payload, bodyBytes, plan.MessageBytes - bodyBytes, isEchoed);
    }

    internal int NextConnection() => _connections++;

    public Lane NewLane()
    {
        var lane = new Lane(this);
        _lanes.Add(lane);
        return lane;
    }

    /// <summary>Of its one connection.</summary>
    internal void HasOtherEnd(OtherEnd end)
    {
        _otherEnd = end;
        _lanes[0].HasOtherEnd(end);
    }

    /// <summary>Gives each lane that wants one its thread, parked.</summary>
    internal void Start()
    {
        foreach (var lane in _lanes.Where(l => l.Loop is not null))
            _threads.Add(new Thread(() => RunThread(lane)) { IsBackground = true, Name = "lane" });
        foreach (var thread in _threads)
            thread.Start();
    }

    private void RunThread(Lane lane)
    {
        for (var last = 0; Next(last, lane.Rest) is { } measurement; last++)
        {
            Begin(lane, measurement);
            Guarded(lane.Loop!);
            Park(lane);
        }
    }

    /// <returns>The measurement after the last one; null: there is none any more.</returns>
    private Measurement? Next(int last, Action? rest)
    {
        while (true)
        {
            lock (_signal)
            {
                // Lanes that park signal too.
                while (!_isOver && _measurements == last)
                    if (!Monitor.Wait(_signal, rest is null ? Timeout.Infinite : RestMs))
                        break;
                if (_isOver || _measurements != last)
                    return _isOver ? null : _next;
            }
            Guarded(rest!);
        }
    }

    private async Task RunAsync(Lane lane, Measurement measurement)
    {
        try
        {
            lane.Begin(measurement, Clock());
            await lane.AsyncLoop!();
        }
        catch (Exception e)
        {
            // Whatever it was, the reply must come all the same.
            AbortWith(e.Message);
        }
        Park(lane);
    }

    private void Begin(Lane lane, Measurement measurement)
    {
        try
        {
            lane.Begin(measurement, Clock());
        }
        catch (Exception e)
        {
            // Whatever it was, the reply must come all the same.
            AbortWith(e.Message);
        }
    }

    private void Guarded(Action loop)
    {
        try
        {
            loop();
        }
        catch (Exception e)
        {
            // Whatever it was, the reply must come all the same.
            AbortWith(e.Message);
        }
    }

    private void Park(Lane lane)
    {
        lane.End();
        lock (_signal)
            if (++_parked == _lanes.Count)
                Monitor.PulseAll(_signal);
    }

    internal void Begin(Measurement measurement)
    {
        var counted = new MessagePool(measurement.Window.Messages, _lanes.Count);
        foreach (var lane in _lanes)
            lane.Prepare(measurement, counted);
        lock (_signal)
        {
            _parked = 0;
            _lanesBusy = _lanes.Count;
            _phase = Sending;
            _next = measurement;
            _measurements++;
            Monitor.PulseAll(_signal);
        }
        foreach (var lane in _lanes)
            if (lane.AsyncLoop is not null)
                Task.Run(() => RunAsync(lane, measurement));
    }

    /// <summary>Wakes the lanes, and returns when all are parked again.</summary>
    /// <exception cref="WorkerException">Connections ended, or the lanes are silent.</exception>
    internal Result Measure(Measurement measurement)
    {
        RequireWhole();
        Begin(measurement);
        var watchdog = new Watchdog(_lanes.Count);
        var waker = _lanes.Any(l => l.Wake is not null) ? new Waker(_lanes) : null;
        var waitMs = waker is null ? WatchdogMs : Waker.IntervalMs;
        for (var waitedMs = waitMs; !AwaitParked(waitMs); waitedMs += waitMs)
        {
            waker?.Look(Clock());
            if (waitedMs % WatchdogMs != 0 || !watchdog.Look(lane => _lanes[lane].Turns.Value))
                continue;
            AbortWith(
                "a send or receive does not return: the peer does not answer, or the socket buffers are too small for "
                    + $"in_flight x message_bytes = {plan.InFlightBytes}"
            );
            break;
        }
        RequireWhole();
        return new Result(_lanes, measurement);
    }

    /// <summary>Ends lanes and connections, and frees what they had. A library's connection is closed when its lane no
    /// longer uses it; a lane that waits for a socket ends when that is closed.</summary>
    internal void Disconnect()
    {
        lock (_signal)
        {
            _isOver = true;
            Monitor.PulseAll(_signal);
        }
        AwaitThreads();
        Handshakes.CloseAll();
        // What a lane that does not end still uses is not freed.
        if (!AwaitThreads() || _measurements > 0 && !AwaitParked(LaneEndMs))
            return;
        foreach (var lane in _lanes)
            lane.Free();
        _otherEnd?.Dispose();
    }

    /// <returns>Whether the lanes' threads have ended, after at most so long.</returns>
    private bool AwaitThreads()
    {
        var deadline = Kit.Clock.Now() + LaneEndMs * Kit.Clock.Millisecond;
        return _threads.All(thread =>
            thread.Join((int)Math.Max(0, (deadline - Kit.Clock.Now()) / Kit.Clock.Millisecond))
        );
    }

    /// <returns>Whether all lanes are parked, after at most so long.</returns>
    private bool AwaitParked(int ms)
    {
        lock (_signal)
        {
            if (_parked < _lanes.Count)
                Monitor.Wait(_signal, ms);
            return _parked == _lanes.Count;
        }
    }

    /// <summary>The load runs until the last lane has all its counted messages back.</summary>
    internal void LaneDone()
    {
        if (Interlocked.Decrement(ref _lanesBusy) == 0)
            Interlocked.CompareExchange(ref _phase, Draining, Sending);
    }

    internal void ConnectionEnded(string reason)
    {
        Interlocked.Increment(ref _endedConnections);
        AbortWith(reason);
    }

    internal void AbortWith(string reason)
    {
        lock (_gate)
            if (_endReason is null)
                (_endReason, _abortedAt) = (reason, Clock());
        _phase = Aborted;
    }

    /// <summary>A client whose connections ended measures no more.</summary>
    internal void RequireWhole()
    {
        lock (_gate)
            if (_endReason is not null)
                throw new WorkerException(
                    _endedConnections > 0
                        ? $"{_endedConnections} of {plan.Connections} connections ended: {_endReason}"
                        : _endReason
                );
    }
}
