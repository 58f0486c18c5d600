namespace Pingmark.Worker.Kit;

/// <summary>
/// When a lane looks for lost messages, and which it may call lost: those that were overdue at the look before. So
/// after the
/// whole process was stopped for a while, what has arrived meanwhile is received before it could be counted lost.
/// </summary>
public sealed class LossScan(long lostAfterNs)
{
    private readonly long _interval = Math.Clamp(lostAfterNs / 16, 10 * Clock.Millisecond, 100 * Clock.Millisecond);
    private long _last;
    private long _next;

    public void Begin(long now) => (_last, _next) = (now, now + _interval);

    public bool IsDue(long now) => now >= _next;

    /// <returns>Messages sent at this time or before are lost.</returns>
    public long Deadline(long now)
    {
        var deadline = _last - lostAfterNs;
        Begin(now);
        return deadline;
    }
}
