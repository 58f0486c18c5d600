namespace Pingmark.Model;

/// <summary>Keys that scenarios had for single stack options before stacks named their own: suites may still have the
/// former, and recorded runs have the latter. The lists do not grow any more.</summary>
internal static class EarlierOptionKeys
{
    private const string TickRate = "tick_rate_hz";

    /// <summary>A suite's key and the option that it means; a mapping under it has values for <c>server</c> and
    /// <c>client</c>.</summary>
    public static readonly IReadOnlyDictionary<string, string> OfSuites = new Dictionary<string, string>
    {
        ["tick_rate"] = TickRate,
        ["client_threads"] = "client_threads",
        ["native_sockets"] = "native_sockets",
        ["connected_sockets"] = "connected_sockets",
        ["udp_offload"] = "udp_offload",
        ["sqpoll"] = "sqpoll",
        ["defer_taskrun"] = "defer_taskrun",
    };

    /// <summary>The key in a recorded scenario and the option that it means.</summary>
    public static readonly IReadOnlyDictionary<string, string> OfRecords = new Dictionary<string, string>
    {
        ["server_tick_rate_hz"] = $"{StackOptions.Server}.{TickRate}",
        ["client_tick_rate_hz"] = $"{StackOptions.Client}.{TickRate}",
        ["client_threads"] = "client_threads",
        ["native_sockets"] = "native_sockets",
        ["connected_sockets"] = "connected_sockets",
        ["udp_offload"] = "udp_offload",
        ["sqpoll"] = "sqpoll",
        ["defer_taskrun"] = "defer_taskrun",
    };
}
