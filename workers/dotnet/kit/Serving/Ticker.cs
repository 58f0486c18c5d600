using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>
/// What one serving thread sends unasked: the same snapshot to all recipients at each tick, as long as they send
/// inputs. Ticks keep their times: one that the thread is late for is sent late. When one is due, the stack offers it
/// to each of its connections (<see cref="StreamEcho.TakeSnapshot"/>) and sends what they have then.
/// </summary>
public sealed class Ticker(Server server)
{
    /// <summary>Nobody is sent anything.</summary>
    public const long Never = long.MaxValue;

    private const long SecondNs = 1_000_000_000;
    private const long NotAsked = -1;

    private int _recipients;
    private TickPlan? _plan;
    private Payload? _payload;
    private byte[] _snapshot = [];
    private long _origin;
    private long _next;
    private long _askedUntil = NotAsked;

    internal ReadOnlySpan<byte> Snapshot => _snapshot;

    /// <summary>Until the next tick.</summary>
    public long WaitNs => IsAsked ? Math.Max(0, TimeOf(_next) - Clock.Now()) : Never;

    /// <returns>False when those that it has are sent something else.</returns>
    internal bool Add(TickPlan asked)
    {
        if (_recipients == 0)
            Begin(asked);
        if (asked != _plan)
            return false;
        _recipients++;
        return true;
    }

    internal void Remove()
    {
        if (--_recipients == 0)
            _askedUntil = NotAsked;
    }

    private void Begin(TickPlan asked)
    {
        _plan = asked;
        _payload ??= new("random");
        _snapshot = new byte[asked.SnapshotBytes];
        _origin = Clock.Now();
        _next = 0;
        _askedUntil = NotAsked;
    }

    /// <summary>A recipient has sent something, and is sent snapshots for a while.</summary>
    /// <returns>The last tick that it gets.</returns>
    internal long Input()
    {
        if (!IsAsked)
            _next = (Clock.Now() - _origin) * _plan!.RateHz / SecondNs + 1;
        return _askedUntil = _next + _plan!.RateHz * Constants.SnapshotLeaseNs / SecondNs;
    }

    /// <summary>At most one tick at a time, so that what arrives is received in between.</summary>
    /// <returns>Whether there is one, which <see cref="Next"/> ends.</returns>
    public bool IsDue()
    {
        if (!IsAsked || Clock.Now() < TimeOf(_next))
            return false;
        var tick = (uint)_next;
        BinaryPrimitives.WriteInt32LittleEndian(_snapshot, _plan!.BodyBytes);
        var body = _snapshot.AsSpan(sizeof(int));
        BinaryPrimitives.WriteUInt32LittleEndian(body, tick);
        BinaryPrimitives.WriteInt64LittleEndian(body[sizeof(uint)..], TimeOf(_next));
        _payload!.Of(tick, body.Length - TickPlan.HeadBytes).CopyTo(body[TickPlan.HeadBytes..]);
        return true;
    }

    public void Next() => _next++;

    /// <summary>It is given to a recipient, whose last one that is.</summary>
    internal bool Goes(long last)
    {
        if (_next > last)
            return false;
        server.CountSnapshot();
        return true;
    }

    private bool IsAsked => _next <= _askedUntil;

    private long TimeOf(long tick)
    {
        long rate = _plan!.RateHz;
        return _origin + tick / rate * SecondNs + tick % rate * SecondNs / rate;
    }
}
