namespace Pingmark.Model;

/// <summary>The slowest messages of a window as trials.jsonl has them, which are small numbers instead of times: in the
/// order of their intended times, one entry of each list is one message.</summary>
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
