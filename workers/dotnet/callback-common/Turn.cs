namespace Pingmark.Worker.Callbacks;

/// <summary>
/// Gives what several threads call back about to one of them at a time. Nobody waits: who finds it taken leaves a note
/// of what he wants, before he asks, and the holder sees to it.
/// </summary>
internal sealed class Turn(bool isTaken = false)
{
    private int _callers = isTaken ? 1 : 0;

    /// <summary>Takes the turn if it is free, and else leaves no trace.</summary>
    public bool TryTake() => Interlocked.CompareExchange(ref _callers, 1, 0) == 0;

    /// <returns>False: somebody has it, and won't leave before he has looked for notes again.</returns>
    public bool Enter() => Interlocked.Increment(ref _callers) == 1;

    /// <returns>False: somebody has asked meanwhile, and the turn is kept; the holder looks for notes and leaves
    /// again.</returns>
    public bool Leave()
    {
        if (Interlocked.CompareExchange(ref _callers, 0, 1) == 1)
            return true;
        Interlocked.Exchange(ref _callers, 1);
        return false;
    }
}
