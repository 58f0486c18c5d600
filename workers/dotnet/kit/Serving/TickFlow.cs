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
    private readonly Lock _gate = new();
    private readonly Ticker _ticker = new();
    private AwaitedTick _next = new();
    private bool _isRunning;

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
            if (!_isRunning)
            {
                _isRunning = true;
                _ = RunAsync();
            }
            return last;
        }
    }

    /// <summary>As long as somebody is sent something.</summary>
    private async Task RunAsync()
    {
        while (WaitNs() is not Ticker.Never and var waitNs)
        {
            // Timers count whole milliseconds: a tick is late rather than early.
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling((double)waitNs / Clock.Millisecond)));
            Make();
        }
    }

    private long WaitNs()
    {
        lock (_gate)
        {
            var waitNs = _ticker.WaitNs;
            _isRunning = waitNs != Ticker.Never;
            return waitNs;
        }
    }

    private void Make()
    {
        lock (_gate)
            if (_ticker.TakeDue() is { } snapshot)
                _next = _next.Make(snapshot);
    }
}
