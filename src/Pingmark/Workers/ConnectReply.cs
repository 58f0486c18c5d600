using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a client tells of its connections when they are up: how long connecting took, and the options that are
/// in effect.</summary>
public sealed record ConnectReply(Histogram ConnectTime, IReadOnlyDictionary<string, string> EffectiveOptions)
{
    /// <param name="connections">The number of connections that were asked for.</param>
    /// <param name="fault">Makes the exception for a reply that can't be true.</param>
    internal static ConnectReply Read(
        Reply reply,
        int connections,
        IReadOnlyDictionary<string, string> effectiveOptions,
        Func<string, WorkerFault> fault
    )
    {
        if (reply.Number("connections") != connections)
            throw fault($"{reply.Number("connections")} connections are up, {connections} were asked for");
        var times = reply.Histogram("connect_histogram");
        return times.Count == 0 || times.Count == connections
            ? new(times, effectiveOptions)
            : throw fault($"{times.Count} connect times of {connections} connections");
    }
}
