namespace Pingmark.Model;

/// <summary>What a client counted in one run. Times are CLOCK_MONOTONIC, in ns.</summary>
public sealed record Measurement
{
    public required long FromNs { get; init; }
    public required long ToNs { get; init; }
    public required long Sent { get; init; }
    public required long Received { get; init; }
    public required long Lost { get; init; }

    /// <summary>All answers that were matched from the run's beginning to its end, counted or not: what both sides' own
    /// counts are held against.</summary>
    public required long Answered { get; init; }
    public long Corrupt { get; init; }
    public long Late { get; init; }
    public long Duplicated { get; init; }
    public long Reordered { get; init; }
    public long SilentConnections { get; init; }

    /// <summary>Of a timed load: intended in the window, and never sent.</summary>
    public long Unsent { get; init; }
    public long? RttMaxNs { get; init; }
    public long RttSumNs { get; init; }
    public required Histogram Rtt { get; init; }

    /// <summary>Of a timed load: round trips from the send, where <see cref="Rtt"/> counts from the intended
    /// time.</summary>
    public Histogram? UncorrectedRtt { get; init; }

    /// <summary>Of a timed load: from the intended time to the send.</summary>
    public Histogram? SendLateness { get; init; }

    /// <summary>Of a connection for each message: until it was connected.</summary>
    public Histogram? Connects { get; init; }

    /// <summary>... and until the first byte of an answer, from the same beginning.</summary>
    public Histogram? FirstBytes { get; init; }

    /// <summary>What the server sent unasked; null: nothing.</summary>
    public SnapshotCounts? Snapshots { get; init; }
    public IReadOnlyList<long> LapsNs { get; init; } = [];

    public long DurationNs => ToNs - FromNs;
    public double ThroughputPerS => Received / (DurationNs / 1e9);
}
