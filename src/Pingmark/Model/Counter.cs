namespace Pingmark.Model;

/// <summary>
/// A count that a client tells of a window, one row each: its key on the wire and in files, how it adds up, and what is
/// shown of it. Results, sums, checks of plausibility, JSON, CSV, exports and the schema follow from the rows; a new
/// counter is a row here and one in each kit.
/// </summary>
/// <param name="Key">As on the wire, in trials.jsonl and in summary.json.</param>
public sealed record Counter(string Key)
{
    /// <summary>The heading of its column in reports; null: it is not in reports and summaries.</summary>
    public string? Title { get; init; }

    /// <summary>What it counts, in words for those who read an export.</summary>
    public string Help { get; init; } = "";

    /// <summary>The name in OpenMetrics; null: it is not exported.</summary>
    public string? MetricName { get; init; }

    /// <summary>What a cell says of itself where there are any: <c>12 lost</c>. Null: they are no trouble.</summary>
    public string? Trouble { get; init; }

    /// <summary>The largest of the parts counts, not their sum.</summary>
    public bool IsLargest { get; init; }

    /// <summary>Only a continuous window is long enough to tell it, so that windows take the largest; clients add it
    /// up.</summary>
    public bool IsOfContinuousWindows { get; init; }

    /// <summary>A reply may leave it out; it is unknown then, and adds nothing.</summary>
    public bool MayBeAbsent { get; init; }

    /// <summary>Each is a message that arrived: there can't be more of them than nanoseconds.</summary>
    public bool IsOfArrivals { get; init; }

    /// <summary>Whether it has a meaning in a scenario; where it has none, a summary has null.</summary>
    public Func<Scenario, bool>? IsMeantIn { get; init; }

    /// <summary>A file has no more than this.</summary>
    public long Most { get; init; } = BoundedLong.Largest;

    /// <summary>False: a group of its own has it in trials.jsonl (<see cref="CountedWindow.Snapshots"/>).</summary>
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

    /// <summary>Messages of a timed load whose time came in the window, and that were never sent.</summary>
    public static readonly Counter Unsent = new("unsent")
    {
        Title = "Unsent",
        MayBeAbsent = true,
        IsMeantIn = scenario => scenario.RatePerS is not null,
    };

    /// <summary>All answers that were matched from the run's beginning to its end, counted or not: what both sides' own
    /// counts are held against.</summary>
    public static readonly Counter Answered = new("answered") { IsOfArrivals = true };

    public static readonly Counter RttMaxNs = new("rtt_max_ns") { IsLargest = true, MayBeAbsent = true };

    /// <summary>Times of many messages pass while others pass, and come to more than any count.</summary>
    public static readonly Counter RttSumNs = new("rtt_sum_ns") { MayBeAbsent = true, Most = BoundedLong.LargestSum };

    /// <summary>Snapshots that a server was to send unasked.</summary>
    public static readonly Counter SnapshotsDue = new("snapshots") { MayBeAbsent = true, IsInTrials = false };
    public static readonly Counter SnapshotsReceived = new("snapshots_received")
    {
        MayBeAbsent = true,
        IsInTrials = false,
    };
    public static readonly Counter SnapshotsLost = new("snapshots_lost") { MayBeAbsent = true, IsInTrials = false };

    /// <summary>In the order of files and reports.</summary>
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

    /// <summary>Those of summaries and reports.</summary>
    public static IReadOnlyList<Counter> Shown { get; } = All.Where(counter => counter.Title is not null).ToList();

    /// <summary>What several clients counted of one window, or one client of several.</summary>
    /// <param name="values">Of those who told it; at least one.</param>
    /// <param name="areWindows">Of one client, one after the other.</param>
    public long AddUp(IReadOnlyCollection<long> values, bool areWindows) =>
        IsLargest || areWindows && IsOfContinuousWindows
            ? values.Max()
            : (long)Int128.Min(values.Aggregate(Int128.Zero, (sum, value) => sum + value), Most);
}
