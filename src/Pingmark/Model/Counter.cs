namespace Pingmark.Model;

/// <summary>A count that a client tells of a window, one row each: its key on the wire and in files, how it adds up,
/// and where it is shown. Results, sums, checks of plausibility, JSON, CSV, exports and documentation follow from the
/// rows; a new counter is a row here, in protocol/schema/reply-result.json and in each kit.</summary>
/// <param name="Key">Its key on the wire, in trials.jsonl and in summary.json.</param>
public sealed record Counter(string Key)
{
    /// <summary>The heading of its column in reports; null where reports and summaries leave it out.</summary>
    public string? Title { get; init; }

    /// <summary>What it counts, in words for those who read an export.</summary>
    public string Help { get; init; } = "";

    /// <summary>Its name in OpenMetrics; null where it is not exported.</summary>
    public string? MetricName { get; init; }

    /// <summary>The word for it in a cell's list of troubles (<c>12 lost</c>); null where such messages are no
    /// trouble.</summary>
    public string? Trouble { get; init; }

    /// <summary>Whether several parts have the largest of their values in place of the sum.</summary>
    public bool IsLargest { get; init; }

    /// <summary>Whether only a continuous window is long enough to tell it: windows then take the largest, and clients
    /// add it up.</summary>
    public bool IsOfContinuousWindows { get; init; }

    /// <summary>Whether a reply may leave it out; the count is unknown then, and adds nothing.</summary>
    public bool MayBeAbsent { get; init; }

    /// <summary>Whether each one counted is a message that arrived: there can't be more of them than
    /// nanoseconds.</summary>
    public bool IsOfArrivals { get; init; }

    /// <summary>Whether it has a meaning in a scenario, and in summary.json is null where it has none; null where it
    /// always has one.</summary>
    public Func<Scenario, bool>? IsMeantIn { get; init; }

    /// <summary>The largest value that a file may have.</summary>
    public long Most { get; init; } = BoundedLong.Largest;

    /// <summary>Whether trials.jsonl has it as a key of the window; if not, it is in a group of its own there
    /// (<see cref="CountedWindow.Snapshots"/>).</summary>
    public bool IsInTrials { get; init; } = true;

    public static readonly Counter Sent = new("sent")
    {
        Title = "Sent",
        Help = "Counted messages",
        MetricName = "sent_messages",
    };
    public static readonly Counter Received = new("received")
    {
        Title = "Received",
        Help = "Of these, answered",
        MetricName = "received_messages",
    };
    public static readonly Counter Lost = new("lost")
    {
        Title = "Lost",
        Help = "Of these, not answered in time",
        MetricName = "lost_messages",
        Trouble = "lost",
    };
    public static readonly Counter Late = new("late")
    {
        Title = "Late",
        Help = "Answers to messages that had been counted lost",
        MetricName = "late_messages",
        Trouble = "late",
        IsOfArrivals = true,
    };
    public static readonly Counter Duplicated = new("duplicated")
    {
        Title = "Duplicated",
        Help = "Answers that came again",
        MetricName = "duplicated_messages",
        Trouble = "duplicated",
        IsOfArrivals = true,
    };
    public static readonly Counter Reordered = new("reordered")
    {
        Title = "Reordered",
        Help = "Answers that overtook an earlier one",
        MetricName = "reordered_messages",
        Trouble = "reordered",
    };
    public static readonly Counter Corrupt = new("corrupt")
    {
        Title = "Corrupt",
        Help = "Answers with wrong content",
        MetricName = "corrupt_messages",
        Trouble = "corrupt",
        IsOfArrivals = true,
    };
    public static readonly Counter SilentConnections = new("silent_connections")
    {
        Title = "Silent connections",
        Help = "Connections that never got an answer",
        MetricName = "silent_connections",
        Trouble = "silent",
        IsOfContinuousWindows = true,
    };

    public static readonly Counter Unsent = new("unsent")
    {
        Title = "Unsent",
        Help = "Open loop: due messages that found no free slot",
        MayBeAbsent = true,
        IsMeantIn = scenario => scenario.RatePerS is not null,
    };

    /// <summary>All answers that were matched to a message from the run's beginning to its end, counted or not; both
    /// sides' own totals are compared with it.</summary>
    public static readonly Counter Answered = new("answered") { IsOfArrivals = true };

    public static readonly Counter RttMaxNs = new("rtt_max_ns") { IsLargest = true, MayBeAbsent = true };

    /// <summary>The sum of all round trips. Those of messages that are under way together overlap, so it may exceed the
    /// bound of other counters.</summary>
    public static readonly Counter RttSumNs = new("rtt_sum_ns") { MayBeAbsent = true, Most = BoundedLong.LargestSum };

    /// <summary>Snapshots that a server had to send unasked.</summary>
    public static readonly Counter SnapshotsDue = new("snapshots") { MayBeAbsent = true, IsInTrials = false };
    public static readonly Counter SnapshotsReceived = new("snapshots_received")
    {
        MayBeAbsent = true,
        IsInTrials = false,
    };
    public static readonly Counter SnapshotsLost = new("snapshots_lost") { MayBeAbsent = true, IsInTrials = false };

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
    public long AddUp(IReadOnlyCollection<long> values, bool areWindows) =>
        IsLargest || areWindows && IsOfContinuousWindows
            ? values.Max()
            : (long)Int128.Min(values.Aggregate(Int128.Zero, (sum, value) => sum + value), Most);
}
