using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>What all recipients of a tick are sent.</summary>
/// <param name="Message">With its length, if it is a stream's.</param>
public sealed record Snapshot(long Tick, byte[] Message);

/// <summary>What a server's end of a connection says of itself to who makes its snapshots.</summary>
internal interface ITicks
{
    /// <returns>False when those that it has are sent something else.</returns>
    bool Add(TickPlan asked);

    void Remove();

    /// <summary>A recipient has sent something, and is sent snapshots for a while.</summary>
    /// <returns>The last tick that it gets.</returns>
    long Input();
}

/// <summary>
/// What one serving thread sends unasked: the same snapshot to all recipients at each tick, as long as they send
/// inputs. Ticks keep their times: one that the thread is late for is sent late. When one is due, the stack offers it
/// to each of its connections (<see cref="StreamEcho.TakeSnapshot"/>) and sends what they have then.
/// </summary>
/// <param name="isFramed">A snapshot is a frame of a stream; otherwise a datagram.</param>
public sealed class Ticker(bool isFramed = true) : ITicks
{
    /// <summary>Nobody is sent anything.</summary>
    public const long Never = long.MaxValue;

    private const long NotAsked = -1;

    private int _recipients;
    private TickPlan? _plan;
    private Payload? _payload;
    private EvenTimes _times;
    private long _next;
    private long _askedUntil = NotAsked;

    /// <summary>Until the next tick.</summary>
    public long WaitNs => IsAsked ? Math.Max(0, _times.Of(_next) - Clock.Now()) : Never;

    bool ITicks.Add(TickPlan asked) => Add(asked);

    internal bool Add(TickPlan asked)
    {
        if (_recipients == 0)
            Begin(asked);
        if (!Sends(asked))
            return false;
        _recipients++;
        return true;
    }

    /// <summary>Whether that is what its recipients are sent.</summary>
    internal bool Sends(TickPlan asked) => asked == _plan;

    void ITicks.Remove() => Remove();

    internal void Remove()
    {
        if (--_recipients == 0)
            _askedUntil = NotAsked;
    }

    private void Begin(TickPlan asked)
    {
        _plan = asked;
        _payload ??= new("random");
        _times = new(Clock.Now(), asked.RateHz);
        _next = 0;
        _askedUntil = NotAsked;
    }

    long ITicks.Input() => Input();

    internal long Input()
    {
        if (!IsAsked)
            _next = _times.After(Clock.Now());
        return _askedUntil = _next + _times.CountIn(Constants.SnapshotLeaseNs);
    }

    /// <summary>At most one at a time, so that what arrives is received in between.</summary>
    /// <returns>Null when none is due.</returns>
    public Snapshot? TakeDue()
    {
        if (!IsAsked || Clock.Now() < _times.Of(_next))
            return null;
        var tick = _next++;
        var message = new byte[_plan!.SnapshotBytes];
        var body = message.AsSpan();
        if (isFramed)
        {
            BinaryPrimitives.WriteInt32LittleEndian(message, _plan.BodyBytes(isFramed));
            body = body[sizeof(int)..];
        }
        BinaryPrimitives.WriteUInt32LittleEndian(body, (uint)tick);
        BinaryPrimitives.WriteInt64LittleEndian(body[sizeof(uint)..], _times.Of(tick));
        _payload!.Of((uint)tick, body.Length - TickPlan.HeadBytes).CopyTo(body[TickPlan.HeadBytes..]);
        return new(tick, message);
    }

    private bool IsAsked => _next <= _askedUntil;
}
