using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Compares the counts of both sides, which count independently: with a reliable transmission the server
/// answered exactly what the client received; with an unreliable one no less, and not many times more. A reply that
/// contradicts itself is a fault already (<c>Workers.MeasurementReply</c>).</summary>
internal sealed class CountsAgree()
    : TrialCheck(
        "counts",
        "The server's own count of messages does not fit the client's.",
        "Report it as a fault of the worker: one side counts too much or too little."
    )
{
    private const double Generous = 5,
        Few = 10_000;

    protected override Finding? FindOne(MeasuredTrial it) =>
        new[] { it.Trial.Slices, it.Trial.Unbroken }
            .OfType<CountedWindow>()
            .Select(stretch => Judge(it.Trial, stretch))
            .OfType<Finding>()
            .FirstOrDefault();

    /// <summary>The most messages that the server may have answered. What is lost on its way back was answered, too,
    /// and load that isn't counted loses about the same share.</summary>
    private static double Beyond(CountedWindow stretch, long received) =>
        Generous * Math.Max(received, 1) * Math.Max(1, (double)stretch.Sent / Math.Max(1, stretch.Received)) + Few;

    private Finding? Judge(TrialRecord trial, CountedWindow stretch)
    {
        if (stretch.Answered < stretch.Received)
            return Withheld(
                "{received} answers were counted, of {answered} in all",
                Count("received", stretch.Received),
                Count("answered", stretch.Answered)
            );
        if (stretch is not { Server: { } server, Client: { } client })
            return null;
        if (server.Messages > Beyond(stretch, client.Messages))
            return Withheld(
                "the server answered {answered} messages by its own count, far more than the client sent",
                Count("answered", server.Messages)
            );
        var mustBeEqual =
            trial.Transmission == Transmission.Reliable
            && stretch.Lost + stretch.Late + stretch.Duplicated == 0
            && !stretch.HasLostClients;
        return server.Messages < client.Messages || mustBeEqual && server.Messages != client.Messages
            ? Withheld(
                "the server answered {answered} messages by its own count, the client received {received}",
                Count("answered", server.Messages),
                Count("received", client.Messages)
            )
            : null;
    }
}
