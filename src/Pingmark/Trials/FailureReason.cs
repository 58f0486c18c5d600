using System.Globalization;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Words why a pair failed.</summary>
internal static class FailureReason
{
    /// <summary>Adds to a client's failure that its server died, or that unknown peers disturbed it.</summary>
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
            // The server does not answer; the failure says so already.
            return failure.Message;
        }
    }

    /// <summary>The fault of a measurement without answers: whose fault it is, and what the user can do.</summary>
    public static WorkerFault CreateSilenceFault(Pair pair, string phase, Measurement measurement)
    {
        var mayBeTooShort = pair.Server is not null || measurement.Answered > 0 || pair.Scenario.RatePerS is not null;
        var strays =
            measurement.Corrupt > 0
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"; {measurement.Corrupt} messages came that answer nothing"
                )
                : "";
        var timeout = string.Create(CultureInfo.InvariantCulture, $"{pair.LostAfterNs / 1e9:0.###} s");
        var reason = measurement switch
        {
            { Sent: 0 } when mayBeTooShort => string.Create(
                CultureInfo.InvariantCulture,
                $"no message was sent in the {measurement.DurationNs / 1e9:0.###} s that count: an answer took "
                    + $"longer, or was lost, or the rate is lower, or the client had no core; choose a longer duration"
            ),
            { Sent: 0 } =>
                $"the server does not answer (any more), or does not read: the last messages had no answer within "
                    + $"{timeout}{strays}{pair.SilenceHint}",
            _ => string.Create(
                CultureInfo.InvariantCulture,
                $"the server does not answer (any more): none of {measurement.Sent} messages was answered within "
            ) + $"{timeout}{strays}{pair.SilenceHint}",
        };
        return (pair.Server ?? (Side)pair.Client).Fault(phase, reason);
    }
}
