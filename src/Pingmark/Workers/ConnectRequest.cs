using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a client connects to, and what for.</summary>
/// <param name="Token">Null: plain, no hello.</param>
/// <param name="Framing">Null: the stack's own; <c>none</c> for third-party stream echoes.</param>
public sealed record ConnectRequest(
    string Stack,
    string Address,
    int Port,
    string? Token,
    Scenario Scenario,
    long TimeoutNs,
    string? Framing = null
)
{
    /// <summary>Of the arrivals at a rate.</summary>
    public int ArrivalsSeed { get; init; } = 1;

    /// <summary>The SHA-256 of the one that the server has to show; null: any.</summary>
    public string? Certificate { get; init; }
}
