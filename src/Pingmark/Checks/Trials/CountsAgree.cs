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
            .Select(window => Judge(it.Trial, window))
            .OfType<Finding>()
            .FirstOrDefault();

    /// <summary>The most messages that the server may have answered. What is lost on its way back was answered, too,
    /// and load that isn't counted loses about the same share.</summary>
    private static double Beyond(CountedWindow window, long received) =>
        Generous * Math.Max(received, 1) * Math.Max(1, (double)window.Sent / Math.Max(1, window.Received)) + Few;

    private Finding? Judge(TrialRecord trial, CountedWindow window)
    {
        if (window.Answered < window.Received)
            return Withheld(
                "{received} answers were counted, of {answered} in all; report it as a fault of the worker",
                Count("received", window.Received),
                Count("answered", window.Answered)
            );
        if (window is not { Server: { } server, Client: { } client })
            return null;
        if (server.Messages > Beyond(window, client.Messages))
            return Withheld(
                "the server answered {answered} messages by its own count, far more than the client sent; report it as "
                    + "a fault of the worker",
                Count("answered", server.Messages)
            );
        var mustBeEqual =
            trial.Transmission == Transmission.Reliable
            && window.Lost + window.Late + window.Duplicated == 0
            && !window.HasLostClients;
        return server.Messages < client.Messages || mustBeEqual && server.Messages != client.Messages
            ? Withheld(
                "the server answered {answered} messages by its own count, the client received {received}; report it "
                    + "as a fault of the worker",
                Count("answered", server.Messages),
                Count("received", client.Messages)
            )
            : null;
    }
}
