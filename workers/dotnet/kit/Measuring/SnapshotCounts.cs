namespace Pingmark.Worker.Kit;

/// <summary>What a client's connection knows of the snapshots that it is sent.</summary>
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

    /// <summary>One of no later tick than the last one: it came before, or was taken for lost when a later one overtook
    /// it.</summary>
    /// <returns>Late or Duplicated of <see cref="Slots"/>; null when it is none of those that are counted.</returns>
    public int? Overtaken(uint tick)
    {
        if ((int)(tick - _first) < 0)
            return null;
        var age = Last - tick;
        var bit = age < KnownTicks ? 1UL << (int)age : 0;
        var isKnown = (_recent & bit) != 0;
        _recent |= bit;
        return isKnown ? Slots.Duplicated : Slots.Late;
    }
}

/// <summary>Counts a lane's snapshots: a tick is due for a connection from the first one that it got in the window
/// on.</summary>
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

    /// <returns>When the tick's first snapshot came, on whatever connection.</returns>
    public long FirstArrival(uint tick, long now)
    {
        ref var first = ref _firsts[tick % TicksKnown];
        if (first.Tick != tick || first.At > now)
            first = (tick, now);
        return first.At;
    }

    /// <summary>Those that were due since the last one and have not come, and never will on a stream.</summary>
    public void Gap(SnapshotsSeen seen, uint tick)
    {
        _counts.SnapshotsLost += seen.HasBegun ? tick - seen.Last - 1 : 0;
        seen.Came(tick);
    }

    public void Received(long latenessNs, long skewNs)
    {
        _counts.SnapshotsReceived++;
        _counts.SnapshotLateness!.Record(Math.Max(0, latenessNs));
        _counts.SnapshotSkew!.Record(skewNs);
    }
}
