namespace Pingmark.Worker.ENet;

/// <summary>When a peer is dead, and how often it is asked: for connections that rest while others are
/// measured.</summary>
internal static class Timing
{
    /// <summary>Longer than any pause between measurements: connections that rest are no dead ones.</summary>
    public const uint TimeoutMs = 60_000;
    public const uint TimeoutLimit = 32;

    /// <summary>Seldom: at ENet's 500 ms the connections that rest would disturb those that are measured
    /// meanwhile.</summary>
    public const uint PingMs = 10_000;
}
