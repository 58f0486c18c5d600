using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a client connects to, and what for.</summary>
/// <param name="Token">Null: plain, no hello.</param>
/// <param name="TimeoutNs">For all connections together.</param>
public sealed record ConnectRequest(Scenario Scenario, ServerAddress Server, string? Token, long TimeoutNs)
{
    /// <summary>Null: the stack's own; <c>none</c> for third-party stream echoes.</summary>
    public string? Framing { get; init; }

    /// <summary>Of the arrivals at a rate.</summary>
    public int ArrivalsSeed { get; init; } = 1;
}
