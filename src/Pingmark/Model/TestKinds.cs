namespace Pingmark.Model;

/// <summary>The values of a scenario's <c>test</c>, which say what is measured. All but the first are also the name of
/// the load that a client is asked for.</summary>
public static class TestKinds
{
    /// <summary>Each answer lets the next message go; or, at a rate, messages go at their times.</summary>
    public const string PingPong = "ping-pong";

    /// <summary>Messages are sent together, and the next ones when all their answers have come.</summary>
    public const string Batch = "batch";

    /// <summary>Each message is sent by two calls, and its answer is awaited.</summary>
    public const string WriteWriteRead = "write-write-read";

    /// <summary>Several messages are sent before the first answer is awaited; then each answer lets the next one
    /// go.</summary>
    public const string Preflood = "preflood";

    /// <summary>Messages are sent one way, as fast as they can be; the server counts them.</summary>
    public const string Stream = "stream";

    /// <summary>Each message has a connection of its own: connect, request, response, close.</summary>
    public const string Churn = "churn";

    /// <summary>A server sends a snapshot to all its clients at each tick, and they send inputs at a rate.</summary>
    public const string Tick = "tick";

    public static readonly IReadOnlyList<string> All = [PingPong, Batch, WriteWriteRead, Preflood, Stream, Churn, Tick];
}
