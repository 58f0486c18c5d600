using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Checks Little's law (J. D. C. Little, 1961): in a closed loop rate x mean round trip is the number of
/// messages in flight. A message is sent with the clock reading of the answer before it, so this is arithmetic and
/// proves no speed. A larger product means counts that don't fit their times; a smaller one means round trips that were
/// longer than reported, or idle slots, which no closed loop has. At each edge of a window the product may be off by
/// the longest round trip. A pause at its beginning shows in no round trip, which the tolerances allow for.</summary>
internal sealed class LittlesLaw()
    : TrialCheck(
        "littles-law",
        "Rate times mean round trip is not the number of messages in flight.",
        "Report a fault of the worker: round trips or counts are wrong."
    )
{
    /// <summary>How far the product may be below and above, as shares of the slots' time.</summary>
    private const double AllowedBelow = 0.15,
        AllowedAbove = 0.05;

    /// <summary>The pause that a quiet machine may make.</summary>
    private const long PauseNs = 20_000_000;

    /// <summary>The pause that a server on another machine may make unseen, where others have its core.</summary>
    private const long UnseenPauseNs = 300_000_000;

    /// <summary>The fewest messages for each slot: of fewer most are at the edges.</summary>
    private const int MinMessagesOfSlot = 20;

    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Scenario.RatePerS is not null
            ? null
            : Judge(
                it.Trial.Unbroken,
                it.Trial.Timeline?.Windows?.Count ?? 1,
                PauseNs + KeptFromCoresNs(it.Trial),
                it.Scenario
            )
                ?? Judge(
                    it.Trial.Slices,
                    Math.Max(1, it.Trial.SliceRatesPerS.Count),
                    PauseNs * (1 + it.Trial.CrowdedSlices),
                    it.Scenario
                );

    /// <summary>How long the sides' threads may have been kept from their cores while they were ready to run, in ns.
    /// Threads of another machine are not seen: they were kept no longer than others used cores there.</summary>
    private static long KeptFromCoresNs(TrialRecord trial)
    {
        if (trial.ServerCpus.Length == 0)
            return UnseenPauseNs;
        if (trial.Unbroken is not { Server: { } server, Client: { } client } unbroken)
            return 0;
        var seen = new[] { server.BusiestThreadRunQueueDelayNs, client.BusiestThreadRunQueueDelayNs };
        return Math.Max(seen.Sum() ?? 0, seen.Contains(null) ? OutsidersShare.CpuNs(unbroken) ?? 0 : 0);
    }

    private Finding? Judge(CountedWindow? window, int windows, long pausesNs, Scenario scenario)
    {
        var slots = scenario.TotalInFlight;
        if (
            window is not { DurationNs: > 0, Lost: 0, Corrupt: 0, HasLostClients: false }
            || window.Received <= MinMessagesOfSlot * slots * windows
            || window.RttMeanNs is not { } meanNs
        )
            return null;
        var found = window.ThroughputPerS * meanNs / 1e9;
        var edges = (double)windows * window.RttMaxNs / window.DurationNs;
        var fewest = scenario.AllConnections * scenario.Load.MinInFlight(scenario);
        var below = AllowedBelow + edges * (scenario.Messages is null ? 1 : 2) + (double)pausesNs / window.DurationNs;
        return found > (1 + AllowedAbove + edges) * slots
                ? Contradiction(found, slots, "", edges + AllowedAbove, "counts and times do not fit")
            : found < (1 - below) * fewest
                ? Contradiction(
                    found,
                    fewest,
                    fewest == slots ? "" : " at least",
                    below,
                    "its round trips were longer than they are told"
                )
            : null;
    }

    private Finding Contradiction(double found, long right, string bound, double tolerance, string meaning) =>
        Withheld(
            $"rate x mean round trip gives {{found}} messages in flight, not {{right}}{bound} (Little's law, within "
                + $"{{tolerance}}): {meaning}",
            new Quantity("found", found, NumberText.Number),
            Count("right", right),
            Share("tolerance", tolerance)
        );
}
