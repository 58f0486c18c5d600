namespace Pingmark.Model;

/// <summary>The mechanism that delays, loses or reorders packets.</summary>
public enum NetworkEngine
{
    /// <summary>The best that this machine permits: <see cref="Tun"/>, otherwise <see cref="Relay"/>.</summary>
    Auto,

    /// <summary>A relay between the sockets of both sides: it needs no rights, and can't lose a packet of
    /// TCP.</summary>
    Relay,

    /// <summary>A network device of its own, through which every packet goes; it needs CAP_NET_ADMIN.</summary>
    Tun,
}

/// <summary>A network between client and server that is worse than the machine's. Everything holds for each of the two
/// directions. What was not asked for is null until it is taken from the profile.</summary>
public sealed record Network
{
    /// <summary>The name of a set of values that stand in for those not given; null where none is named.</summary>
    public string? Profile { get; init; }

    /// <summary>The delay from one side to the other; a round trip takes twice as long.</summary>
    public long? DelayNs { get; init; }

    /// <summary>How far the delay moves to both sides of its mean.</summary>
    public long? JitterNs { get; init; }

    /// <summary>The share of packets that are lost, from 0 to 1; <see cref="Duplicate"/> and <see cref="Reorder"/> are
    /// shares likewise.</summary>
    public double? Loss { get; init; }

    /// <summary>The mean number of packets of a burst, where losses come in bursts; null where they are
    /// independent.</summary>
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
    public bool HarmsPackets => Loss > 0 || Duplicate > 0 || Reorder > 0;

    /// <summary>What a server is told of the network: that there is one, and by which engine.</summary>
    public Network AsOfServer => new() { Engine = Engine };
}
