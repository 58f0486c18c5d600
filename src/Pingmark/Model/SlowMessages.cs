namespace Pingmark.Model;

/// <summary>The slowest messages of a window that a client counted and that were answered intact, in any order: one
/// entry of each list is one message. Times are in ns by the CLOCK_MONOTONIC of the client's machine.</summary>
/// <param name="Connections">The number of each message's connection, from 0.</param>
/// <param name="IntendedNs">When it should have been sent; its send time where its load has no times of its
/// own.</param>
/// <param name="SentNs">When it was sent.</param>
/// <param name="ReceivedNs">When its answer was received.</param>
public sealed record SlowMessages(
    IReadOnlyList<int> Connections,
    IReadOnlyList<long> IntendedNs,
    IReadOnlyList<long> SentNs,
    IReadOnlyList<long> ReceivedNs
)
{
    /// <summary>So many of a window are kept.</summary>
    public const int Most = 256;

    /// <summary>From the intended time to the answer, of each.</summary>
    public IEnumerable<long> RoundTripsNs() => IntendedNs.Zip(ReceivedNs, (intended, received) => received - intended);

    /// <summary>The slowest messages of windows that follow one another, or of clients beside one another; null where
    /// those of one of them are not known.</summary>
    public static SlowMessages? OfAll(IEnumerable<SlowMessages?> parts)
    {
        var all = parts.ToList();
        if (all.Contains(null))
            return null;
        var kept = all.SelectMany(part => Enumerable.Range(0, part!.Connections.Count).Select(at => (part, at)))
            .OrderByDescending(one => one.part.ReceivedNs[one.at] - one.part.IntendedNs[one.at])
            .Take(Most)
            .ToList();
        return new(
            [.. kept.Select(one => one.part.Connections[one.at])],
            [.. kept.Select(one => one.part.IntendedNs[one.at])],
            [.. kept.Select(one => one.part.SentNs[one.at])],
            [.. kept.Select(one => one.part.ReceivedNs[one.at])]
        );
    }

    /// <summary>The same messages by another clock, and with connections counted on.</summary>
    /// <param name="aheadNs">How far this clock is ahead of the other one.</param>
    /// <param name="connections">How many connections come before these.</param>
    public SlowMessages Moved(long aheadNs, int connections) =>
        new(
            [.. Connections.Select(number => number + connections)],
            [.. IntendedNs.Select(at => at - aheadNs)],
            [.. SentNs.Select(at => at - aheadNs)],
            [.. ReceivedNs.Select(at => at - aheadNs)]
        );
}
