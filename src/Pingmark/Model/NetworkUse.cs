namespace Pingmark.Model;

/// <summary>What passed an impaired network, both directions together, and the CPU time that it took.</summary>
public sealed record NetworkUse
{
    /// <summary>Packets that came in, whatever became of them; of TCP over the relay, pieces of the streams.</summary>
    public long Packets { get; init; }

    /// <summary>Bytes of these packets with their IP headers; of TCP over the relay, bytes of the streams
    /// alone.</summary>
    public long Bytes { get; init; }
    public long Lost { get; init; }
    public long Duplicated { get; init; }
    public long Reordered { get; init; }

    /// <summary>Packets that found no room in the queue before the limited rate.</summary>
    public long Overflowed { get; init; }

    /// <summary>Packets that were passed on.</summary>
    public long Delivered { get; init; }

    /// <summary>Delivered packets that left more than a millisecond after their time, because the engine had no
    /// core.</summary>
    public long LatePackets { get; init; }
    public long MostLateNs { get; init; }

    /// <summary>Packets that came in and were neither delivered nor lost yet.</summary>
    public long UnderWay => Packets + Duplicated - Lost - Overflowed - Delivered;

    /// <summary>CPU time of the engine, which belongs to neither side.</summary>
    public long CpuNs { get; init; }

    public static NetworkUse operator -(NetworkUse later, NetworkUse earlier) =>
        new()
        {
            Packets = later.Packets - earlier.Packets,
            Bytes = later.Bytes - earlier.Bytes,
            Lost = later.Lost - earlier.Lost,
            Duplicated = later.Duplicated - earlier.Duplicated,
            Reordered = later.Reordered - earlier.Reordered,
            Overflowed = later.Overflowed - earlier.Overflowed,
            Delivered = later.Delivered - earlier.Delivered,
            LatePackets = later.LatePackets - earlier.LatePackets,
            MostLateNs = later.MostLateNs,
            CpuNs = later.CpuNs - earlier.CpuNs,
        };

    public static NetworkUse operator +(NetworkUse one, NetworkUse other) =>
        new()
        {
            Packets = one.Packets + other.Packets,
            Bytes = one.Bytes + other.Bytes,
            Lost = one.Lost + other.Lost,
            Duplicated = one.Duplicated + other.Duplicated,
            Reordered = one.Reordered + other.Reordered,
            Overflowed = one.Overflowed + other.Overflowed,
            Delivered = one.Delivered + other.Delivered,
            LatePackets = one.LatePackets + other.LatePackets,
            MostLateNs = Math.Max(one.MostLateNs, other.MostLateNs),
            CpuNs = one.CpuNs + other.CpuNs,
        };
}
