namespace Pingmark.Worker.Kit;

/// <summary>Durations of equal numbers of messages, one after the other, of a lane that has one message in flight. Kept
/// from one measurement to the next, as their room is large.</summary>
public sealed class Laps
{
    private readonly List<long> _durations = new(Constants.MaxLaps);
    private Window _window = new(0, 0, 0, 0);
    private int _toGo;
    private long _messages;
    private long _start;

    public long FirstStart { get; private set; }
    public IReadOnlyList<long> Durations => _durations;

    /// <summary>The window is longer than the laps that there may be.</summary>
    public bool AreTooMany { get; private set; }

    public void Begin(Window window)
    {
        _window = window;
        _durations.Clear();
        _messages = 0;
        AreTooMany = false;
    }

    public void Sent(long now)
    {
        if (_messages++ > 0)
            return;
        FirstStart = _start = now;
        _toGo = _window.LapMessages;
    }

    /// <returns>True when this answer, or loss, ended the last lap.</returns>
    public bool Settled(long now)
    {
        if (--_toGo > 0)
            return false;
        _durations.Add(now - _start);
        _start = now;
        _toGo = _window.LapMessages;
        var isOver = now >= _window.To || _messages >= _window.Messages;
        AreTooMany = !isOver && _durations.Count == Constants.MaxLaps;
        return isOver || AreTooMany;
    }
}
