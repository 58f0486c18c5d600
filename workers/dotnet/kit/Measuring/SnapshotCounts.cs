namespace Pingmark.Worker.Kit;

/// <summary>What a connection knows of the snapshots that it is sent.</summary>
internal sealed class SnapshotsSeen
{
    private const int KnownTicks = 64;

    /// <summary>An answer of this measurement has come: what comes now is none of the last one's.</summary>
    public bool IsLive { get; set; }
    public bool HasBegun { get; private set; }

    /// <summary>One came after the window.</summary>
    public bool IsOver { get; set; }
    public uint Last { get; private set; }
    private uint _first;

    /// <summary>Bit k: the one of tick <see cref="Last"/> - k has come.</summary>
    private ulong _recent;

    public void Begin() => IsLive = HasBegun = IsOver = false;

    /// <summary>One of a later tick than the last one has come.</summary>
    public void Came(uint tick)
    {
        var ticks = tick - Last;
        _recent = HasBegun && ticks < KnownTicks ? _recent << (int)ticks | 1 : 1;
        if (!HasBegun)
            _first = tick;
        HasBegun = true;
        Last = tick;
    }

    /// <summary>One of no later tick: it came before, or was taken for lost when a later one overtook it.</summary>
    public SnapshotCounts.Kind Overtaken(uint tick)
    {
        if ((int)(tick - _first) < 0)
            return SnapshotCounts.Kind.Uncounted;
        var age = Last - tick;
        var bit = age < KnownTicks ? 1UL << (int)age : 0;
        var isKnown = (_recent & bit) != 0;
        _recent |= bit;
        return isKnown ? SnapshotCounts.Kind.Repeated : SnapshotCounts.Kind.Late;
    }
}

/// <summary>Decides which snapshots a lane counts: a tick is due for a connection from the first one on that it got in
/// the window.</summary>
internal sealed class SnapshotCounts
{
    private const int TicksKnown = 64;

    private readonly Counts _counts;
    private readonly (uint Tick, long At)[] _firsts = new (uint, long)[TicksKnown];

    public SnapshotCounts(Counts counts)
    {
        _counts = counts;
        Array.Fill(_firsts, (0u, long.MaxValue));
    }

    /// <summary>What came of one: it counts, it does not, it came before, or a later one did.</summary>
    public enum Kind
    {
        Counted,
        Uncounted,
        Repeated,
        Late,
    }

    /// <summary>The first one after the window ends its connection's count.</summary>
    public Kind Arrived(SnapshotsSeen seen, uint tick, long tickAt, long now, Window window)
    {
        var skewNs = now - FirstArrival(tick, now);
        if (!seen.IsLive || seen.IsOver || now < window.From)
            return Kind.Uncounted;
        if (seen.HasBegun && (int)(tick - seen.Last) <= 0)
            return seen.Overtaken(tick);
        _counts.SnapshotsLost += seen.HasBegun ? tick - seen.Last - 1 : 0;
        seen.Came(tick);
        seen.IsOver = now >= window.To;
        if (seen.IsOver)
            return Kind.Uncounted;
        _counts.SnapshotsReceived++;
        _counts.SnapshotLateness!.Record(Math.Max(0, now - tickAt));
        _counts.SnapshotSkew!.Record(skewNs);
        return Kind.Counted;
    }

    /// <summary>On whatever connection.</summary>
    private long FirstArrival(uint tick, long now)
    {
        ref var first = ref _firsts[tick % TicksKnown];
        if (first.Tick != tick || first.At > now)
            first = (tick, now);
        return first.At;
    }
}
