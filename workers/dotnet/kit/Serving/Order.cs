namespace Pingmark.Worker.Kit;

/// <summary>To end all connections, given to the thread that owns them: it looks for the order in each pass.</summary>
public sealed class Order
{
    private readonly object _gate;
    private volatile bool _isGiven;

    internal Order(object gate) => _gate = gate;

    public bool IsGiven => _isGiven;

    internal void Give() => _isGiven = true;

    /// <summary>All have ended.</summary>
    public void Done()
    {
        lock (_gate)
        {
            _isGiven = false;
            Monitor.PulseAll(_gate);
        }
    }
}
