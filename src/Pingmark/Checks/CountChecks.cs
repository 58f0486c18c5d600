using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Compares the counts of both sides, which count independently: with a reliable transmission the server
/// answered exactly what the client received; with an unreliable one no less, and not many times more. A reply that
/// contradicts itself is a fault already (<c>Workers.MeasurementReply</c>).</summary>
internal sealed class CountsAgree()
    : TrialCheck("counts", "Server and client count different numbers of messages.", "Report a fault of the worker.")
{
    private const double MostTimes = 5,
        MostExtra = 10_000;

    protected override Finding? FindOne(MeasuredTrial it) =>
        new[] { it.Trial.Slices, it.Trial.Unbroken }
            .OfType<CountedWindow>()
            .Select(window => Judge(it.Trial, window))
            .OfType<Finding>()
            .FirstOrDefault();

    /// <summary>The most messages that the server may have answered. What is lost on its way back was answered, too,
    /// and load that isn't counted loses about the same share.</summary>
    private static double MostAnswered(CountedWindow window, long received) =>
        MostTimes * Math.Max(received, 1) * Math.Max(1, (double)window.Sent / Math.Max(1, window.Received)) + MostExtra;

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
        if (server.Messages > MostAnswered(window, client.Messages))
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

/// <summary>Finds round trips shorter than two clock readings allow: a mean or a median below that was not measured,
/// whatever the load.</summary>
internal sealed class ShortestRoundTrip()
    : TrialCheck(
        "shortest-round-trip",
        "The typical round trip is shorter than a clock reading.",
        "Report a fault of the worker: it did not measure them."
    )
{
    /// <summary>The least time of a round trip in ns. One reading of the clock costs 15 to 25 ns (<c>pingmark
    /// timers</c>), and a message between two cores more.</summary>
    private const double LeastNs = 10;

    protected override Finding? FindOne(MeasuredTrial it) =>
        new[] { it.Trial.Unbroken, it.Trial.Slices }
            .OfType<CountedWindow>()
            .Where(window => window.RttMeanNs is not null)
            .Select(window =>
                Math.Min(window.RttMeanNs!.Value, Histogram.FromSparse(window.Histogram).PercentileNs(0.5))
            )
            .Where(typical => typical < LeastNs)
            .Select(typical =>
                Withheld(
                    "the typical round trip is told as {typical}, less than reading a clock takes: no message was that "
                        + "fast; report it as a fault of the worker",
                    Duration("typical", typical)
                )
            )
            .FirstOrDefault();
}

internal sealed class Strangers()
    : TrialCheck(
        "strangers",
        "Someone else sent to the server's port during the trial.",
        "Look up the address. Beyond 1 % of the messages the trial is withheld."
    )
{
    private const double NegligibleShare = 0.01;

    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial.Strangers is { } strangers
            ? new(
                Row,
                strangers.Share < NegligibleShare ? FindingSeverity.Warning : FindingSeverity.Withheld,
                strangers.Sentence
            )
            : null;
}

/// <summary>Finds trials whose impaired network was late: the engine needs a core now and then, too, and packets that
/// left later than they should were delayed by the machine, not by the network that was asked for.</summary>
internal sealed class NetworkOnTime()
    : TrialCheck(
        "network-late",
        "Packets left the impaired network over 1 ms too late, since it had no core.",
        "Send fewer messages, or compare stacks that don't spin."
    )
{
    private const double MostLateShare = 0.02;

    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial.Unbroken?.Network is { Delivered: > 0 } network
        && (double)network.LatePackets / network.Delivered is var share
        && share > MostLateShare
            ? Warning(
                "{share} of the packets left the impaired network more than 1 ms too late, the latest by {latest}: it "
                    + "had no core; fewer messages, or stacks that don't spin, leave it one",
                Share("share", share),
                Duration("latest", network.MostLateNs)
            )
            : null;
}
