namespace Pingmark.Model;

/// <summary>What a capacity is a number of.</summary>
public enum CapacityKind
{
    /// <summary>Messages a second over all connections, sent whatever the server does.</summary>
    Rate,

    /// <summary>Connections, each of which sends at a fixed rate.</summary>
    Connections,

    /// <summary>Connections that send inputs, and that get a snapshot at each tick of the server.</summary>
    Players,
}
