using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>Estimates how many independent pauses, at least, made the slow messages, since one pause delays many. In a
/// closed loop it slows at most all messages in flight; at a fixed rate, those whose intended time was in it, and it
/// lasted as long as the longest round trip took beyond the percentile.</summary>
internal static class Episodes
{
    /// <summary>The fewest episodes behind a percentile: ten tell it to about a third.</summary>
    private const int MinEpisodes = 10;

    /// <summary>The fewest rounds, each with fresh processes, that saw an episode: fewer could all be the same
    /// accident.</summary>
    private const int MinRounds = 3;

    /// <summary>Why too few episodes are behind a percentile; null where there are enough.</summary>
    public static Sentence? TooFew(
        double valueNs,
        IReadOnlyList<(Histogram Counts, long MaxNs)> rounds,
        Scenario scenario
    )
    {
        var each = rounds
            .Select(round => round.Counts.CountAbove(valueNs) / MessagesPerPause(valueNs, round.MaxNs, scenario))
            .ToList();
        var (all, seen) = (Math.Floor(each.Sum()), each.Count(episodes => episodes >= 1));
        return all < MinEpisodes ? TooFewPauses((long)all)
            : seen < MinRounds ? TooFewStarts(seen, rounds.Count)
            : null;
    }

    private static Sentence TooFewPauses(long pauses) =>
        new(
            $"its slow messages may be of no more than {{pauses}} {(pauses == 1 ? "pause" : "pauses")}, and "
                + $"{MinEpisodes} are needed; a longer run has more",
            Quantity.Count("pauses", pauses)
        );

    private static Sentence TooFewStarts(int seen, int starts) =>
        starts == 1
            ? new(
                $"the processes were started once, and {MinRounds} starts that had slow messages are needed: "
                    + "another one may have none"
            )
            : new(
                $"{{seen}} of {{starts}} starts of the processes had slow messages, and {MinRounds} are needed; a "
                    + "run of more rounds has more",
                Quantity.Count("seen", seen),
                Quantity.Count("starts", starts)
            );

    private static double MessagesPerPause(double valueNs, long maxNs, Scenario scenario) =>
        scenario.RatePerS is { } perS
            ? 1 + scenario.ClientWorkers * perS * Math.Max(0, maxNs - valueNs) / 1e9
            : scenario.TotalInFlight;
}
