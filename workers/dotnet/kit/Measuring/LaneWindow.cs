namespace Pingmark.Worker.Kit;

/// <summary>Knows a lane's part of a window: which of its messages count, how many of them are out, and when it is
/// over.</summary>
internal sealed class LaneWindow(Counts counts)
{
    /// <summary>The end of a window when enough messages have been sent: everything is after it.</summary>
    private const long Enough = long.MinValue;

    private long _to;
    private MessagePool _pool = new(0, 1);
    private long _messagesLeft;
    private long _outstanding;

    public Window Whole { get; private set; } = new(0, 0, 0, 0);

    /// <summary>Draws a portion: each lane has one before any of them begins.</summary>
    /// <param name="pool">Drawn from where the window says how many messages count.</param>
    public void Prepare(Window window, MessagePool pool)
    {
        (Whole, _pool) = (window, pool);
        _messagesLeft = window.ByMessages && !window.HasLaps ? pool.Draw() : Window.Unlimited;
    }

    public void Begin() =>
        _to =
            _messagesLeft == 0 ? Enough
            : Whole.HasLaps ? Window.Unlimited
            : Whole.To;

    /// <summary>A message is about to be sent.</summary>
    /// <returns>Whether it counts.</returns>
    public bool Sent(long intended, long now)
    {
        if (!Counts(intended))
            return false;
        _outstanding++;
        counts.CountSent(now);
        if (--_messagesLeft == 0 && (_messagesLeft = _pool.Draw()) == 0)
            _to = Enough;
        return true;
    }

    /// <summary>A counted message was answered or lost.</summary>
    public void Settled(long now)
    {
        _outstanding--;
        if (counts.Settled(now))
            _to = Enough;
    }

    public bool Counts(long intended) => intended >= Whole.From && intended < _to;

    public bool HasBegun(long now) => now >= Whole.From;

    public bool IsOver(long now) => now >= _to;

    public bool HasNoEnd => _to == Window.Unlimited;

    public bool AllSettled => _outstanding == 0;

    /// <summary>Whether it ended by time, and so long ago that what could not be sent is waited for no
    /// longer.</summary>
    public bool GivesUp(long now, long lostAfterNs) => _to != Enough && now - lostAfterNs >= _to;

    /// <summary>Where it has no end of its own, it lasts until all that it counted has been answered or lost.</summary>
    public bool Contains(long now) =>
        HasBegun(now) && (Whole.HasLaps || now < Whole.To) && (!IsOver(now) || !AllSettled);
}
