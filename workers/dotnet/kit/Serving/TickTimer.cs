namespace Pingmark.Worker.Kit;

/// <summary>A flow of control that makes ticks where no loop of a server can, as punctually as the runtime's timers
/// are. It runs as long as somebody is sent something.</summary>
/// <param name="gate">The lock with which both functions are called.</param>
/// <param name="waitNs">Until the next tick; <see cref="Ticker.Never"/> where nobody is sent anything.</param>
/// <param name="makeDue">Makes a tick that is due.</param>
public sealed class TickTimer(object gate, Func<long> waitNs, Action makeDue)
{
    private bool _isRunning;

    /// <summary>Call it with the gate held, when somebody may have asked to be sent something.</summary>
    public void Wake()
    {
        if (_isRunning || waitNs() == Ticker.Never)
            return;
        _isRunning = true;
        _ = RunAsync();
    }

    private async Task RunAsync()
    {
        while (Next() is not Ticker.Never and var nextNs)
        {
            // Timers count whole milliseconds: a tick is late rather than early.
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling((double)nextNs / Clock.Millisecond)));
            lock (gate)
                makeDue();
        }
    }

    private long Next()
    {
        lock (gate)
        {
            var nextNs = waitNs();
            _isRunning = nextNs != Ticker.Never;
            return nextNs;
        }
    }
}
