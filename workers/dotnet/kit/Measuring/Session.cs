namespace Pingmark.Worker.Kit;

/// <summary>A client's connections and lanes. Between measurements the lanes are parked here; a measurement wakes them,
/// and ends when the last one is parked again.</summary>
public sealed class Session(StackDescription description, ConnectPlan plan)
{
    private const int RestMs = 100;

    /// <summary>Connections that end together, as when their server dies, are told so a moment apart.</summary>
    private const long MomentNs = 20 * Clock.Millisecond;
    private const int Load = 0,
        Drain = 1,
        Abort = 2;

    private readonly Lock _gate = new();
    private readonly object _signal = new();
    private readonly List<Lane> _lanes = [];
    private volatile int _phase = Drain;
    private int _lanesBusy;
    private int _endedConnections;
    private string? _endReason;
    private long _abortedAt;
    private Window? _window;
    private int _measurement;
    private int _parked;

    public StackDescription Description => description;
    public ConnectPlan Plan => plan;
    internal Payload Payload { get; } = new(plan.Payload);
    public Handshakes Handshakes { get; } = new(plan);
    internal IReadOnlyList<Lane> Lanes => _lanes;
    internal bool IsSending => _phase == Load;

    /// <summary>And so long ago that all connections that ended together were noticed.</summary>
    internal bool IsAborted(long now) => _phase == Abort && now >= _abortedAt + MomentNs;

    internal int OpenConnections => plan.Connections - Volatile.Read(ref _endedConnections);

    public Lane NewLane()
    {
        var lane = new Lane(this);
        _lanes.Add(lane);
        return lane;
    }

    /// <summary>Gives each lane that wants one its thread, parked.</summary>
    internal void Start()
    {
        foreach (var lane in _lanes.Where(l => l.Loop is not null))
            new Thread(() => RunThread(lane)) { IsBackground = true, Name = "lane" }.Start();
    }

    private void RunThread(Lane lane)
    {
        for (var last = 0; ; last++)
        {
            Window? window;
            while ((window = Next(last, lane.Rest is null ? Timeout.Infinite : RestMs)) is null)
                Guarded(lane.Rest!);
            lane.Begin(window);
            Guarded(lane.Loop!);
            Park(lane);
        }
    }

    /// <returns>The measurement after the last one; null when none is asked for within so long.</returns>
    private Window? Next(int last, int ms)
    {
        lock (_signal)
        {
            // Lanes that park signal too.
            while (_measurement == last)
                if (!Monitor.Wait(_signal, ms))
                    return null;
            return _window;
        }
    }

    private async Task RunAsync(Lane lane, Window window)
    {
        lane.Begin(window);
        try
        {
            await lane.AsyncLoop!();
        }
        catch (Exception e)
        {
            // Whatever it was, the reply must come all the same.
            AbortWith(e.Message);
        }
        Park(lane);
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

    internal void Begin(Window window)
    {
        var counted = new MessagePool(window.Messages, _lanes.Count);
        foreach (var lane in _lanes)
            lane.Prepare(window, counted);
        lock (_signal)
        {
            _parked = 0;
            _lanesBusy = _lanes.Count;
            _phase = Load;
            _window = window;
            _measurement++;
            Monitor.PulseAll(_signal);
        }
        foreach (var lane in _lanes)
            if (lane.AsyncLoop is not null)
                Task.Run(() => RunAsync(lane, window));
    }

    /// <returns>Whether all lanes are parked, after at most so long.</returns>
    internal bool AwaitParked(int ms)
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
            Interlocked.CompareExchange(ref _phase, Drain, Load);
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
                (_endReason, _abortedAt) = (reason, Clock.Now());
        _phase = Abort;
    }

    /// <summary>A session whose connections ended measures no more.</summary>
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
