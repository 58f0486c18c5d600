namespace Pingmark.Model;

/// <summary>Times of which a client tells a histogram, one row each; what reads, merges, checks and writes them goes by
/// the rows.</summary>
/// <param name="Key">As on the wire and in trials.jsonl.</param>
public sealed record HistogramKind(string Key)
{
    /// <summary>A reply may leave it out: the load does not have it.</summary>
    public bool MayBeAbsent { get; init; } = true;

    /// <summary>False: a group of its own has it in trials.jsonl (<see cref="CountedWindow.Snapshots"/>).</summary>
    public bool IsInTrials { get; init; } = true;

    /// <summary>What a histogram log calls it, empty for the first one; null: it is not in there.</summary>
    public string? Tag { get; init; }

    /// <summary>Round trips; at a rate, from the intended time.</summary>
    public static readonly HistogramKind RoundTrips = new("histogram") { MayBeAbsent = false, Tag = "" };

    /// <summary>At a rate: round trips from the send, where <see cref="RoundTrips"/> count from the intended
    /// time.</summary>
    public static readonly HistogramKind Uncorrected = new("uncorrected_histogram") { Tag = "uncorrected" };

    /// <summary>At a rate: from the intended time to the send.</summary>
    public static readonly HistogramKind SendLateness = new("send_lateness_histogram") { Tag = "send-lateness" };

    /// <summary>Of a connection for each message: until it was connected.</summary>
    public static readonly HistogramKind Connects = new("connect_histogram");

    /// <summary>Of a connection for each message: until the first byte of an answer, from the same
    /// beginning.</summary>
    public static readonly HistogramKind FirstBytes = new("first_byte_histogram");

    /// <summary>Of snapshots: from the tick's time, by the server's clock, to the arrival.</summary>
    public static readonly HistogramKind SnapshotLateness = new("snapshot_lateness_histogram") { IsInTrials = false };

    /// <summary>Of snapshots: from the arrival of the tick's first one on any connection.</summary>
    public static readonly HistogramKind SnapshotSkew = new("snapshot_skew_histogram") { IsInTrials = false };

    public static IReadOnlyList<HistogramKind> All { get; } =
    [RoundTrips, Uncorrected, SendLateness, Connects, FirstBytes, SnapshotLateness, SnapshotSkew];
}
