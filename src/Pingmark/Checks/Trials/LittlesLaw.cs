using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Checks Little's law (J. D. C. Little, 1961): in a closed loop rate x mean round trip is the number of
/// messages in flight. A message is sent with the clock reading of the answer before it, so this is arithmetic and
/// proves no speed. A larger product means counts that don't fit their times; a smaller one means round trips that were
/// longer than reported, or idle slots, which no closed loop has.</summary>
/// <remarks>
/// A slot has a message under way at each moment of a window, so that the round trips of a window add up to slots x
/// length but for its two edges. What those that are under way at its beginning still take is not counted there: one
/// round trip a slot at most. What those that are under way at its end take beyond it is: likewise; of a window that
/// ends with its last message they are none that count. So they are out by the longest round trip for each such edge. A
/// pause at the beginning shows in no round trip of the window: for that there is a share and a time besides, and as
/// long as the sides' threads were kept from their cores.
/// </remarks>
internal sealed class LittlesLaw()
    : TrialCheck(
        "littles-law",
        "Rate times mean round trip is not the number of messages in flight: counts and times contradict.",
        "Report it as a fault of the worker: its round trips, or its counts, are not what was measured."
    )
{
    /// <summary>How far the product may be below and above, as shares of the slots' time.</summary>
    private const double Below = 0.15,
        Beyond = 0.05;

    /// <summary>The pause that a machine may make which others hardly use, in ns.</summary>
    private const long PauseNs = 20_000_000;

    /// <summary>The pause that a server may make of which nothing is seen, in ns: on a machine that others use it is
    /// kept from its core for so long.</summary>
    private const long UnseenPauseNs = 300_000_000;

    /// <summary>The fewest messages for each slot: of fewer most are at the edges.</summary>
    private const int Fewest = 20;

    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Scenario.RatePerS is not null
            ? null
            : Judge(it.Trial.Unbroken, it.Trial.Timeline?.Windows?.Count ?? 1, PauseNs + KeptNs(it.Trial), it.Scenario)
                ?? Judge(
                    it.Trial.Slices,
                    Math.Max(1, it.Trial.SliceRatesPerS.Count),
                    PauseNs * (1 + it.Trial.CrowdedSlices),
                    it.Scenario
                );

    /// <summary>How long the sides' threads may have been kept from their cores while they were ready to run, in ns.
    /// Threads of another machine are not seen: they were kept no longer than others used cores there.</summary>
    private static long KeptNs(TrialRecord trial)
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
            || window.Received <= Fewest * slots * windows
            || window.RttMeanNs is not { } meanNs
        )
            return null;
        var found = window.ThroughputPerS * meanNs / 1e9;
        var edges = (double)windows * window.RttMaxNs / window.DurationNs;
        var fewest = scenario.AllConnections * scenario.Load.FewestUnderWay(scenario);
        var below = Below + edges * (scenario.Messages is null ? 1 : 2) + (double)pausesNs / window.DurationNs;
        return found > (1 + Beyond + edges) * slots
                ? Contradiction(found, slots, "", edges + Beyond, "counts and times do not fit")
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
            Number("found", found),
            Count("right", right),
            Share("tolerance", tolerance)
        );
}
