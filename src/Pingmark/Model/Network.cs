namespace Pingmark.Model;

/// <summary>What does the impairing.</summary>
public enum NetworkEngine
{
    /// <summary>What this machine permits: <see cref="Tun"/>, else <see cref="Relay"/>.</summary>
    Auto,

    /// <summary>Between the sockets of both sides: needs no rights, and can't lose a packet of TCP.</summary>
    Relay,

    /// <summary>A network device of its own, through which every packet goes: needs CAP_NET_ADMIN.</summary>
    Tun,
}

/// <summary>A network between client and server that is worse than the machine's. Everything holds for each of the two
/// directions. What was not asked for is null until it is known from the profile.</summary>
public sealed record Network
{
    /// <summary>A name for the rest; null: none.</summary>
    public string? Profile { get; init; }

    /// <summary>From one side to the other; a round trip takes twice as long.</summary>
    public long? DelayNs { get; init; }

    /// <summary>How far the delay wanders to both sides.</summary>
    public long? JitterNs { get; init; }

    /// <summary>Shares of the packets, from 0 to 1.</summary>
    public double? Loss { get; init; }
    public double? Duplicate { get; init; }
    public double? Reorder { get; init; }

    /// <summary>Null: as fast as it goes.</summary>
    public long? RateBitsPerS { get; init; }
    public NetworkEngine Engine { get; init; }

    /// <summary>Packets are lost, doubled or overtaken, which needs packets.</summary>
    public bool HarmsPackets => Loss > 0 || Duplicate > 0 || Reorder > 0;

    /// <summary>What a server is told of it: that there is one.</summary>
    public Network AsOfServer => new() { Engine = Engine };
}
