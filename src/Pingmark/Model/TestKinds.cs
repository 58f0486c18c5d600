namespace Pingmark.Model;

/// <summary>What can be measured: the values of a scenario's test. All but the first are the load that a client is
/// asked for by the same name.</summary>
public static class TestKinds
{
    /// <summary>Each answer lets the next message go; or, at a rate, messages go at their times.</summary>
    public const string PingPong = "ping-pong";

    /// <summary>Messages go together, and when all of their answers have come the next ones.</summary>
    public const string Batch = "batch";

    /// <summary>Each message goes by two calls, and its answer is awaited.</summary>
    public const string WriteWriteRead = "write-write-read";

    /// <summary>Messages go before the first answer is awaited; then each answer lets the next one go.</summary>
    public const string Preflood = "preflood";

    /// <summary>Messages go one way, as fast as they can; the server counts them.</summary>
    public const string Stream = "stream";

    /// <summary>Each message has a connection of its own: connect, request, response, close.</summary>
    public const string Churn = "churn";

    /// <summary>A server sends a snapshot to all its clients at each tick, and they send inputs at a rate.</summary>
    public const string Tick = "tick";

    public static readonly IReadOnlyList<string> All = [PingPong, Batch, WriteWriteRead, Preflood, Stream, Churn, Tick];
}
