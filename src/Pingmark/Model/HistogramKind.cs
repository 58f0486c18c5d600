namespace Pingmark.Model;

/// <summary>A histogram of times that clients report, one row each.</summary>
/// <param name="Key">Its key on the wire and in trials.jsonl.</param>
public sealed record HistogramKind(string Key)
{
    /// <summary>Whether a reply may leave it out, because the load does not have it.</summary>
    public bool MayBeAbsent { get; init; } = true;

    /// <summary>Whether trials.jsonl has it as a key of the window, and not in <see
    /// cref="CountedWindow.Snapshots"/>.</summary>
    public bool IsWindowKey { get; init; } = true;

    /// <summary>Its tag in a histogram log, empty for the first one; null where the log leaves it out.</summary>
    public string? Tag { get; init; }

    /// <summary>Round trips; at a fixed rate they are measured from the intended time.</summary>
    public static readonly HistogramKind RoundTrips = new("histogram") { MayBeAbsent = false, Tag = "" };

    /// <summary>Round trips at a fixed rate, measured from the send rather than from the intended time.</summary>
    public static readonly HistogramKind Uncorrected = new("uncorrected_histogram") { Tag = "uncorrected" };

    /// <summary>How long after its intended time each message of a fixed rate was sent.</summary>
    public static readonly HistogramKind SendLateness = new("send_lateness_histogram") { Tag = "send-lateness" };

    /// <summary>How long each connection took to connect, where each message has a connection of its own.</summary>
    public static readonly HistogramKind Connects = new("connect_histogram");

    /// <summary>Time to the first byte of an answer since the connect began, with a connection for each
    /// message.</summary>
    public static readonly HistogramKind FirstBytes = new("first_byte_histogram");

    /// <summary>The time from a snapshot's tick, by the server's clock, to its arrival.</summary>
    public static readonly HistogramKind SnapshotLateness = new("snapshot_lateness_histogram") { IsWindowKey = false };

    /// <summary>Time from a tick's first arrival on any connection to this arrival.</summary>
    public static readonly HistogramKind SnapshotSkew = new("snapshot_skew_histogram") { IsWindowKey = false };

    public static IReadOnlyList<HistogramKind> All { get; } =
    [RoundTrips, Uncorrected, SendLateness, Connects, FirstBytes, SnapshotLateness, SnapshotSkew];
}
