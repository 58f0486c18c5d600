namespace Pingmark.Schema;

/// <summary>The tables of a report that show a metric.</summary>
public enum MetricTable
{
    /// <summary>Round trips and throughput.</summary>
    Times,

    /// <summary>What a rate adds: round trips from the send, and how late messages left.</summary>
    OpenLoop,

    /// <summary>What messages that go one way add: bytes, and what was sent.</summary>
    OneWay,

    /// <summary>What a connection for each message adds: when it is connected, and when the first byte comes.</summary>
    Churn,

    /// <summary>What snapshots add that a server sends unasked: how late they arrive, and how far apart.</summary>
    Tick,

    /// <summary>What an impaired network adds: what of its rate is of use, and what passed it for that.</summary>
    Network,

    /// <summary>What many connections add: the memory that each of them takes.</summary>
    Memory,

    /// <summary>What a message costs, server and client apart.</summary>
    Costs,

    /// <summary>Laps have a table of their own.</summary>
    Laps,

    /// <summary>None: it stands beside published figures alone.</summary>
    Published,
}
