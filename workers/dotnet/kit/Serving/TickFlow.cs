namespace Pingmark.Worker.Kit;

/// <summary>A tick that is to come.</summary>
public sealed class AwaitedTick
{
    private readonly TaskCompletionSource<Snapshot> _made = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<Snapshot> Made => _made.Task;

    /// <summary>The one that follows; null before this one is made.</summary>
    public AwaitedTick? After { get; private set; }

    internal AwaitedTick Make(Snapshot snapshot)
    {
        var after = After = new();
        _made.SetResult(snapshot);
        return after;
    }
}

/// <summary>
/// What a server sends unasked whose connections have flows of control of their own: one more flow makes each tick, as
/// punctually as the runtime's timers are, and theirs await it.
/// </summary>
public sealed class TickFlow : ITicks
{
    private readonly object _gate = new();
    private readonly Ticker _ticker = new();
    private readonly TickTimer _timer;
    private AwaitedTick _next = new();

    public TickFlow() => _timer = new(_gate, () => _ticker.WaitNs, Make);

    /// <summary>The next one that is made.</summary>
    public AwaitedTick Next
    {
        get
        {
            lock (_gate)
                return _next;
        }
    }

    bool ITicks.Add(TickPlan asked)
    {
        lock (_gate)
            return _ticker.Add(asked);
    }

    void ITicks.Remove()
    {
        lock (_gate)
            _ticker.Remove();
    }

    long ITicks.Input()
    {
        lock (_gate)
        {
            var last = _ticker.Input();
            _timer.Wake();
            return last;
        }
    }

    private void Make()
    {
        if (_ticker.TakeDue() is { } snapshot)
            _next = _next.Make(snapshot);
    }
}
