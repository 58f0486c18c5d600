namespace Pingmark.Schema;

/// <summary>The tables of a report that show a metric.</summary>
public enum MetricTable
{
    /// <summary>Round trips and throughput.</summary>
    Times,

    /// <summary>What a fixed rate adds: round trips from the send, and how late messages left.</summary>
    OpenLoop,

    /// <summary>What messages that go one way add: bytes received, and messages sent.</summary>
    OneWay,

    /// <summary>What a connection for each message adds: the times until it is connected, and until the first byte
    /// comes.</summary>
    Churn,

    /// <summary>What snapshots that a server sends unasked add: how late they arrive, and how far apart.</summary>
    Tick,

    /// <summary>What an impaired network adds: how much of its rate carries answers, and what passed it for
    /// that.</summary>
    Network,

    /// <summary>What many connections add: the memory that each of them takes.</summary>
    Memory,

    /// <summary>What a message costs, for server and client.</summary>
    Costs,

    /// <summary>The means of laps, which have a table of their own.</summary>
    Laps,

    /// <summary>No table: the metric is shown beside published figures alone.</summary>
    Published,
}
