using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>The two sides count on their own: by a reliable transmission the server answered exactly what the client
/// received; by an unreliable one no less, and not many times more. What a single reply contradicts in itself is
/// a fault already (<c>Workers.MeasurementReply</c>).</summary>
internal sealed class CountsAgree : ITrialAudit
{
    private const double Generous = 5,
        Few = 10_000;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        foreach (var stretch in new[] { trial.Slices, trial.Unbroken }.OfType<Stretch>())
            if (Problem(trial, stretch) is { } problem)
                return new("counts", AuditVerdict.Invalid, problem);
        return null;
    }

    /// <summary>What is lost on its way back was answered, too. Load that isn't counted loses about the same
    /// share.</summary>
    private static double Beyond(Stretch stretch, long received) =>
        Generous * Math.Max(received, 1) * Math.Max(1, (double)stretch.Sent / Math.Max(1, stretch.Received)) + Few;

    private static string? Problem(TrialRecord trial, Stretch stretch)
    {
        if (stretch.Answered < stretch.Received)
            return $"{stretch.Received} answers were counted, of {stretch.Answered} in all";
        if (stretch is not { Server: { } server, Client: { } client })
            return null;
        if (server.Messages > Beyond(stretch, client.Messages))
            return $"the server answered {server.Messages} messages by its own count, far more than the client sent";
        var mustBeEqual =
            trial.Transmission == Transmission.Reliable
            && stretch.Lost + stretch.Late + stretch.Duplicated == 0
            // What was answered to a generator that was lost nobody tells.
            && stretch.Generators is not { Lost.Count: > 0 };
        return server.Messages < client.Messages || mustBeEqual && server.Messages != client.Messages
            ? $"the server answered {server.Messages} messages by its own count, the client received {client.Messages}"
            : null;
    }
}
