namespace Pingmark.Model;

/// <summary>What clients were sent unasked: snapshots of a server, at its ticks, to each of its recipients.</summary>
/// <param name="Received">Of those that were due in the window, from the first one on that a recipient got.</param>
/// <param name="Lost">Those that were missing between two that came.</param>
/// <param name="Lateness">From the tick's time, by the server's clock, to the arrival; null where the sides have
/// different clocks.</param>
/// <param name="Skew">From the arrival of the tick's first snapshot on any connection.</param>
public sealed record SnapshotCounts(long Received, long Lost, long[]? Lateness, long[] Skew)
{
    public long Due => Received + Lost;

    public static SnapshotCounts? Sum(IEnumerable<SnapshotCounts?> parts) =>
        parts.Aggregate((a, b) => a is null || b is null ? null : a + b);

    public static SnapshotCounts operator +(SnapshotCounts a, SnapshotCounts b) =>
        new(
            a.Received + b.Received,
            a.Lost + b.Lost,
            a.Lateness is { } first && b.Lateness is { } second ? Merged(first, second) : null,
            Merged(a.Skew, b.Skew)
        );

    private static long[] Merged(params long[][] parts) =>
        Histogram.Merged(parts.Select(Histogram.FromSparse)).ToSparse();
}
