using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>How a client's connections came up.</summary>
public sealed record ConnectReply(Histogram ConnectTime, IReadOnlyDictionary<string, string> EffectiveOptions)
{
    /// <param name="connections">So many were asked for.</param>
    /// <param name="fault">Makes the error of a reply that can't be.</param>
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
