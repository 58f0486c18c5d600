namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>
/// Receives datagram after datagram. The library receives one when it is asked to; what is there already it hands over
/// before it returns, so asking again from the callback would nest until the stack is full, and asking from a queued
/// work item, as its examples do, costs a switch of threads for each datagram.
/// </summary>
internal sealed class ReceiveLoop(Action receive)
{
    /// <summary>Two for each datagram: its callback is over, and the call that asked for it has returned.</summary>
    private int _steps;

    public void Run()
    {
        do receive();
        while (IsSecondStep());
    }

    /// <summary>To be called at the end of the callback.</summary>
    public void Handled()
    {
        if (IsSecondStep())
            Run();
    }

    /// <summary>Who comes second goes on, be it the callback on another thread or the call.</summary>
    private bool IsSecondStep() => (Interlocked.Increment(ref _steps) & 1) == 0;
}
