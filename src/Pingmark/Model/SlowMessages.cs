namespace Pingmark.Model;

/// <summary>The slowest intact messages of a window, one entry per list each, in ns of the client's
/// CLOCK_MONOTONIC.</summary>
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
    public const int MaxKept = 256;

    /// <summary>From the intended time to the answer, of each.</summary>
    public IEnumerable<long> RoundTripsNs() => IntendedNs.Zip(ReceivedNs, (intended, received) => received - intended);

    /// <summary>The slowest messages of several windows or clients; null if one does not know its own.</summary>
    public static SlowMessages? Merge(IEnumerable<SlowMessages?> parts)
    {
        var all = parts.ToList();
        if (all.Contains(null))
            return null;
        var kept = all.SelectMany(part => Enumerable.Range(0, part!.Connections.Count).Select(at => (part, at)))
            .OrderByDescending(one => one.part.ReceivedNs[one.at] - one.part.IntendedNs[one.at])
            .Take(MaxKept)
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
    public SlowMessages ShiftClock(long aheadNs, int connections) =>
        new(
            [.. Connections.Select(number => number + connections)],
            [.. IntendedNs.Select(at => at - aheadNs)],
            [.. SentNs.Select(at => at - aheadNs)],
            [.. ReceivedNs.Select(at => at - aheadNs)]
        );
}

/// <summary>The slowest messages as trials.jsonl has them: in order of their intended times, as differences.</summary>
/// <param name="Connections">The number of each message's connection; empty where there is one.</param>
/// <param name="IntendedNs">The first one's intended time, in ns by the client's CLOCK_MONOTONIC, and then of each how
/// long it comes after the one before.</param>
/// <param name="LateNs">From the intended time to the send; empty where none was late.</param>
/// <param name="RoundTripNs">From the intended time to the answer.</param>
public sealed record PackedSlowMessages(
    IReadOnlyList<int> Connections,
    IReadOnlyList<long> IntendedNs,
    IReadOnlyList<long> LateNs,
    IReadOnlyList<long> RoundTripNs
)
{
    public static PackedSlowMessages Pack(SlowMessages messages)
    {
        var ordered = Enumerable
            .Range(0, messages.Connections.Count)
            .OrderBy(at => messages.IntendedNs[at])
            .ThenBy(at => messages.Connections[at])
            .ToList();
        var connections = ordered.ConvertAll(at => messages.Connections[at]);
        var intended = ordered.ConvertAll(at => messages.IntendedNs[at]);
        var late = ordered.ConvertAll(at => messages.SentNs[at] - messages.IntendedNs[at]);
        return new(
            connections.TrueForAll(number => number == 0) ? [] : connections,
            [.. intended.Take(1), .. intended.Skip(1).Zip(intended, (next, before) => next - before)],
            late.TrueForAll(ns => ns == 0) ? [] : late,
            ordered.ConvertAll(at => messages.ReceivedNs[at] - messages.IntendedNs[at])
        );
    }

    /// <summary>Makes times of them. What a file has too little or too much of, the messages have, too.</summary>
    public SlowMessages Unpack()
    {
        var intended = new List<long>(IntendedNs.Count);
        foreach (var after in IntendedNs)
            intended.Add(intended.Count == 0 ? after : intended[^1] + after);
        return new(
            Connections.Count == 0 ? new int[intended.Count] : Connections,
            intended,
            LateNs.Count == 0 ? intended : Sums(intended, LateNs),
            Sums(intended, RoundTripNs)
        );
    }

    private static List<long> Sums(List<long> from, IReadOnlyList<long> durations) =>
        from.Zip(durations, (at, ns) => at + ns).ToList();
}
