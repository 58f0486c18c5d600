namespace Pingmark.Worker.Kit;

/// <summary>Durations of equal numbers of messages, one after the other, of a lane that has one message in flight.</summary>
public sealed class Laps(Window window)
{
    /// <summary>Enough for most measurements, so that nothing grows while one runs.</summary>
    private readonly List<long> _durations = new(1 << 16);
    /// <summary>What fits in a reply line.</summary>
    private const int Most = 200_000;
    private int _toGo;
    private long _messages;
    private long _start;

    public long FirstStart { get; private set; }
    public IReadOnlyList<long> Durations => _durations;

    public void Sent(long now)
    {
        if (_messages++ > 0)
            return;
        FirstStart = _start = now;
        _toGo = window.LapMessages;
    }

    /// <returns>True when this answer, or loss, ended the last lap.</returns>
    public bool Settled(long now)
    {
        if (--_toGo > 0)
            return false;
        _durations.Add(now - _start);
        _start = now;
        _toGo = window.LapMessages;
        return now >= window.To || _messages >= window.Messages || _durations.Count == Most;
    }
}
