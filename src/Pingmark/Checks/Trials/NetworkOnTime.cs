using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds trials whose impaired network was late: the engine needs a core now and then, too, and packets that
/// left later than they should were delayed by the machine, not by the network that was asked for.</summary>
internal sealed class NetworkOnTime()
    : TrialCheck(
        "network-late",
        "Packets left the impaired network more than 1 ms later than they should, for it had no core.",
        "Send fewer messages, or compare stacks that don't spin: they leave it a core."
    )
{
    private const double Many = 0.02;

    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial.Unbroken?.Network is { Delivered: > 0 } network
        && (double)network.LatePackets / network.Delivered is var share
        && share > Many
            ? Warning(
                "{share} of the packets left the impaired network more than 1 ms too late, the latest by {latest}: it "
                    + "had no core; fewer messages, or stacks that don't spin, leave it one",
                Share("share", share),
                Duration("latest", network.MostLateNs)
            )
            : null;
}
