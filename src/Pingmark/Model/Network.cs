namespace Pingmark.Model;

/// <summary>The mechanism that delays, loses or reorders packets.</summary>
public enum NetworkEngine
{
    /// <summary>The best that this machine permits: <see cref="Tun"/>, otherwise <see cref="Relay"/>.</summary>
    Auto,

    /// <summary>A relay between both sides' sockets: needs no rights, can't lose packets of TCP.</summary>
    Relay,

    /// <summary>A network device of its own, through which every packet goes; it needs CAP_NET_ADMIN.</summary>
    Tun,
}

/// <summary>An impaired network, the same in both directions. Null values are taken from the profile.</summary>
public sealed record Network
{
    /// <summary>The name of a set of values that stand in for those not given; null where none is named.</summary>
    public string? Profile { get; init; }

    /// <summary>The delay from one side to the other; a round trip takes twice as long.</summary>
    public long? DelayNs { get; init; }

    /// <summary>How far the delay moves to both sides of its mean.</summary>
    public long? JitterNs { get; init; }

    /// <summary>The share of lost packets, from 0 to 1, as <see cref="Duplicate"/> and <see cref="Reorder"/> are
    /// shares.</summary>
    public double? Loss { get; init; }

    /// <summary>The mean number of packets in a burst of losses; null: losses are independent.</summary>
    public int? LossBurst { get; init; }

    /// <summary>The share of the packets of a burst that are lost, from 0 to 1; null: all of them.</summary>
    public double? LossInBursts { get; init; }

    /// <summary>The share of the packets between bursts that are lost; null: none.</summary>
    public double? LossBetween { get; init; }
    public double? Duplicate { get; init; }
    public double? Reorder { get; init; }

    /// <summary>The rate in bits a second; null where it is not limited.</summary>
    public long? RateBitsPerS { get; init; }
    public NetworkEngine Engine { get; init; }

    /// <summary>Whether packets are lost, duplicated or reordered, which a relay of TCP streams can't do.</summary>
    public bool AltersPackets => Loss > 0 || Duplicate > 0 || Reorder > 0;

    /// <summary>What a server is told of the network: that there is one, and by which engine.</summary>
    public Network ForServer => new() { Engine = Engine };
}

/// <summary>A network as it was measured before its use: what was asked for, beside what it did.</summary>
public sealed record NetworkCheck
{
    public required Network Network { get; init; }

    /// <summary>The network as people read it.</summary>
    public required string Text { get; init; }

    /// <summary>Probes that were sent each way to count the shares of lost, duplicated and reordered packets.</summary>
    public int Packets { get; init; }

    /// <summary>How often it was measured until it was within its bounds; a busy machine disturbs.</summary>
    public int Attempts { get; init; }
    public IReadOnlyList<NetworkFigure> Figures { get; init; } = [];

    /// <summary>Why nothing was measured; null where it was.</summary>
    public string? Problem { get; init; }

    /// <summary>Whether the user accepts a busy machine, so that times out of bounds are only a warning.</summary>
    public bool NoiseAccepted { get; init; }

    /// <summary>Whether the machine does not permit such a network, so that nothing was tried.</summary>
    public bool IsRefused => Problem is not null && Attempts == 0;

    /// <summary>Whether cells may use the network.</summary>
    public bool IsUsable => Problem is null && Figures.All(f => f.IsWithin || NoiseAccepted && f.IsOfTime);
}

/// <param name="Quantity"><c>delay_ns</c>, <c>jitter_ns</c>, <c>loss</c>, <c>loss_burst</c> (packets
/// that are lost one after the other), <c>loss_again</c> (of those two after a lost one), <c>duplicate</c>,
/// <c>reorder</c>, <c>rate_bits_per_s</c>.</param>
/// <param name="GotUp">What was measured from the client to the server.</param>
/// <param name="GotDown">What was measured from the server to the client.</param>
/// <param name="Bound">How far either may be from what was asked for.</param>
public sealed record NetworkFigure(string Quantity, double Asked, double GotUp, double GotDown, double Bound)
{
    public bool IsWithin => Math.Abs(GotUp - Asked) <= Bound && Math.Abs(GotDown - Asked) <= Bound;

    /// <summary>Whether it is a time, which a busy machine can disturb.</summary>
    public bool IsOfTime => Quantity is "delay_ns" or "jitter_ns" or "rate_bits_per_s";
}

/// <summary>What passed an impaired network, both directions together, and the CPU time that it took.</summary>
public sealed record NetworkUse
{
    /// <summary>Packets that came in, whatever became of them; of TCP over the relay, pieces of the streams.</summary>
    public long Packets { get; init; }

    /// <summary>Bytes of these packets with IP headers; over the TCP relay, of the streams alone.</summary>
    public long Bytes { get; init; }
    public long Lost { get; init; }
    public long Duplicated { get; init; }
    public long Reordered { get; init; }

    /// <summary>Packets that found no room in the queue before the limited rate.</summary>
    public long Overflowed { get; init; }

    /// <summary>Packets that were passed on.</summary>
    public long Delivered { get; init; }

    /// <summary>Packets that were delivered over a millisecond late, because the engine had no core.</summary>
    public long LatePackets { get; init; }
    public long MostLateNs { get; init; }

    /// <summary>Packets that came in and were neither delivered nor lost yet.</summary>
    public long UnderWay => Packets + Duplicated - Lost - Overflowed - Delivered;

    /// <summary>CPU time of the engine, which belongs to neither side.</summary>
    public long CpuNs { get; init; }

    public static NetworkUse operator -(NetworkUse later, NetworkUse earlier) =>
        Combine(later, earlier, (a, b) => a - b) with
        {
            MostLateNs = later.MostLateNs,
        };

    public static NetworkUse operator +(NetworkUse one, NetworkUse other) =>
        Combine(one, other, (a, b) => a + b) with
        {
            MostLateNs = Math.Max(one.MostLateNs, other.MostLateNs),
        };

    private static NetworkUse Combine(NetworkUse a, NetworkUse b, Func<long, long, long> combine) =>
        new()
        {
            Packets = combine(a.Packets, b.Packets),
            Bytes = combine(a.Bytes, b.Bytes),
            Lost = combine(a.Lost, b.Lost),
            Duplicated = combine(a.Duplicated, b.Duplicated),
            Reordered = combine(a.Reordered, b.Reordered),
            Overflowed = combine(a.Overflowed, b.Overflowed),
            Delivered = combine(a.Delivered, b.Delivered),
            LatePackets = combine(a.LatePackets, b.LatePackets),
            CpuNs = combine(a.CpuNs, b.CpuNs),
        };
}
