namespace Pingmark.Model;

/// <summary>A count that a client reports for a window. Results, sums, plausibility checks, JSON, CSV, exports and
/// documentation follow from these rows; a new counter is a row here, in protocol/schema/reply-result.json and in each
/// kit.</summary>
/// <param name="Key">Its key on the wire, in trials.jsonl and in summary.json.</param>
/// <param name="Title">The heading of its column in reports; null where reports and summaries leave it out.</param>
/// <param name="Help">What it counts, for readers of an export.</param>
/// <param name="MetricName">Its name in OpenMetrics; null where it is not exported.</param>
/// <param name="Trouble">Its word in a cell's list of troubles (<c>12 lost</c>); null where it is no trouble.</param>
public sealed record Counter(
    string Key,
    string? Title = null,
    string Help = "",
    string? MetricName = null,
    string? Trouble = null
)
{
    /// <summary>Whether several parts combine to their largest value rather than to their sum.</summary>
    public bool CombinesToLargest { get; init; }

    /// <summary>Whether only continuous windows can measure it: windows then combine to the largest value.</summary>
    public bool NeedsContinuousWindow { get; init; }

    /// <summary>Whether a reply may leave it out; the count is then unknown and adds nothing.</summary>
    public bool MayBeAbsent { get; init; }

    /// <summary>Whether it counts received messages, of which there can't be more than nanoseconds.</summary>
    public bool CountsArrivals { get; init; }

    /// <summary>The scenarios in which it has a meaning; null: all. Elsewhere summary.json has null.</summary>
    public Func<Scenario, bool>? AppliesTo { get; init; }

    /// <summary>The largest value that a file may have.</summary>
    public long MaxValue { get; init; } = BoundedLong.MaxValue;

    /// <summary>Whether trials.jsonl has it as a key of the window, and not in <see
    /// cref="CountedWindow.Snapshots"/>.</summary>
    public bool IsWindowKey { get; init; } = true;

    public static readonly Counter Sent = new("sent", "Sent", "Counted messages", "sent_messages");
    public static readonly Counter Received = new("received", "Received", "Of these, answered", "received_messages");
    public static readonly Counter Lost = new(
        "lost",
        "Lost",
        "Of these, not answered in time",
        "lost_messages",
        "lost"
    );

    public static readonly Counter Late = new(
        "late",
        "Late",
        "Answers to messages that had been counted lost",
        "late_messages",
        "late"
    )
    {
        CountsArrivals = true,
    };

    public static readonly Counter Duplicated = new(
        "duplicated",
        "Duplicated",
        "Answers that came again",
        "duplicated_messages",
        "duplicated"
    )
    {
        CountsArrivals = true,
    };

    public static readonly Counter Reordered = new(
        "reordered",
        "Reordered",
        "Answers that overtook an earlier one",
        "reordered_messages",
        "reordered"
    );

    public static readonly Counter Corrupt = new(
        "corrupt",
        "Corrupt",
        "Answers with wrong content",
        "corrupt_messages",
        "corrupt"
    )
    {
        CountsArrivals = true,
    };

    public static readonly Counter SilentConnections = new(
        "silent_connections",
        "Silent connections",
        "Connections that never got an answer",
        "silent_connections",
        "silent"
    )
    {
        NeedsContinuousWindow = true,
    };

    public static readonly Counter Unsent = new("unsent", "Unsent", "Open loop: due messages that found no free slot")
    {
        MayBeAbsent = true,
        AppliesTo = scenario => scenario.RatePerS is not null,
    };

    /// <summary>All answers of the run, counted or not, to compare with the server's total.</summary>
    public static readonly Counter Answered = new("answered") { CountsArrivals = true };

    public static readonly Counter RttMaxNs = new("rtt_max_ns") { CombinesToLargest = true, MayBeAbsent = true };

    /// <summary>The sum of all round trips; those of concurrent messages overlap, so its bound is larger.</summary>
    public static readonly Counter RttSumNs = new("rtt_sum_ns") { MayBeAbsent = true, MaxValue = BoundedLong.MaxSum };

    public static readonly Counter SnapshotsDue = new("snapshots") { MayBeAbsent = true, IsWindowKey = false };
    public static readonly Counter SnapshotsLost = new("snapshots_lost") { MayBeAbsent = true, IsWindowKey = false };
    public static readonly Counter SnapshotsReceived = new("snapshots_received")
    {
        MayBeAbsent = true,
        IsWindowKey = false,
    };

    /// <summary>All counters in the order of files and reports.</summary>
    public static IReadOnlyList<Counter> All { get; } =
    [
        Sent,
        Received,
        Lost,
        Late,
        Duplicated,
        Reordered,
        Corrupt,
        SilentConnections,
        Unsent,
        Answered,
        RttMaxNs,
        RttSumNs,
        SnapshotsDue,
        SnapshotsReceived,
        SnapshotsLost,
    ];

    /// <summary>The counters that summaries and reports show.</summary>
    public static IReadOnlyList<Counter> Shown { get; } = All.Where(counter => counter.Title is not null).ToList();

    /// <summary>Adds up what several clients counted of one window, or one client of several windows.</summary>
    /// <param name="values">The values of those who told it; at least one.</param>
    /// <param name="areWindows">True: they are windows of one client, one after the other.</param>
    public long Combine(IReadOnlyCollection<long> values, bool areWindows) =>
        CombinesToLargest || areWindows && NeedsContinuousWindow
            ? values.Max()
            : (long)Int128.Min(values.Aggregate(Int128.Zero, (sum, value) => sum + value), MaxValue);
}
