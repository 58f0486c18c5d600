using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Tells why a pair failed.</summary>
internal static class FailureReason
{
    /// <summary>Words why a pair failed: a client tells only what it saw of a server that died, or that unknown peers
    /// disturbed, and that is the reason then.</summary>
    public static async Task<string> FindAsync(PingmarkException failure, Pair pair)
    {
        if (failure is not WorkerFault || pair.Server is not { } server)
            return failure.Message;
        if (await server.EndAsync() is { } end)
            return failure.Message.StartsWith(server.Name, StringComparison.Ordinal)
                ? failure.Message
                : $"{server.Name} {end}; {failure.Message}";
        using var moment = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            pair.Wake();
            return await pair.UnknownPeersAsync(moment.Token) is { } peers
                ? $"{failure.Message}; {peers}"
                : failure.Message;
        }
        catch (Exception e) when (e is PingmarkException or OperationCanceledException)
        {
            // It does not answer any more, which is told already.
            return failure.Message;
        }
    }
}
