using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a client connects to, and for which scenario.</summary>
/// <param name="Token">The run's token; null for a plain connection without a hello.</param>
/// <param name="TimeoutNs">The time that all connections together may take, in ns.</param>
public sealed record ConnectRequest(Scenario Scenario, ServerAddress Server, string? Token, long TimeoutNs)
{
    /// <summary>The framing of messages; null for the stack's own, <c>none</c> for stream echoes of third
    /// parties.</summary>
    public string? Framing { get; init; }

    /// <summary>The seed of the arrivals at a fixed rate.</summary>
    public int ArrivalsSeed { get; init; } = 1;
}
