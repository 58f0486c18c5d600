namespace Pingmark.Worker.Kit;

/// <summary>
/// When a lane looks for lost messages, and which it may call lost. A look notes the time; what was due then and is
/// still out after a pass over all connections, which must not wait, is lost. So after the whole process was stopped
/// for a while, what has arrived meanwhile is received before it could be counted lost.
/// </summary>
/// <param name="mostInFlight">A pass may bring one answer for each connection: so many may be needed for all that
/// has arrived.</param>
public sealed class LossWatch(int mostInFlight)
{
    private long _lostAfterNs;
    private long _nextLook;
    private long _noted;
    private int _passes;

    /// <summary>A look waits for its confirmation: passes must not wait for the network.</summary>
    public bool IsConfirming { get; private set; }

    /// <summary>Other threads may read it, to wake a lane that waits.</summary>
    public long NextLook => Volatile.Read(ref _nextLook);

    /// <summary>Messages sent then or before are lost, once the look is confirmed.</summary>
    public long Deadline => _noted - _lostAfterNs;

    /// <summary>The first look comes that soon so that nothing in it is new to the compiler later.</summary>
    public void Begin(long now, long lostAfterNs)
    {
        _lostAfterNs = lostAfterNs;
        Volatile.Write(ref _nextLook, now + Constants.FirstLookForLossesAfterNs);
        IsConfirming = false;
    }

    /// <summary>A pass over all connections is over.</summary>
    /// <param name="brought">Whether it brought anything.</param>
    /// <returns>Whether a look is confirmed: what was sent at <see cref="Deadline"/> or before is lost.</returns>
    public bool Passed(long now, bool brought)
    {
        if (IsConfirming)
            return !brought || ++_passes >= mostInFlight || now >= _noted + Constants.FirstLookForLossesAfterNs;
        if (now >= _nextLook)
            (IsConfirming, _noted, _passes) = (true, now, 0);
        return false;
    }

    /// <param name="oldest">When the oldest message that is still out was sent.</param>
    public void Looked(long now, long oldest)
    {
        IsConfirming = false;
        Volatile.Write(ref _nextLook, Math.Max(now + Constants.FirstLookForLossesAfterNs, oldest + _lostAfterNs));
    }
}
