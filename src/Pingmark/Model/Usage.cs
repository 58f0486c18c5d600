using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>Totals that a worker tells of its process since it started, and its own count of messages. CPU times and
/// pauses are in ns.</summary>
public sealed record Usage
{
    public long Messages { get; init; }
    public long Connections { get; init; }
    public long BadFrames { get; init; }
    public long Rejected { get; init; }

    /// <summary>The number of snapshots that a server gave to its connections unasked; null where it does not send
    /// any.</summary>
    public long? Snapshots { get; init; }

    /// <summary>The address and port of the unknown peer that came last; null where there was none, or the worker does
    /// not tell.</summary>
    [JsonIgnore]
    public string? LastStranger { get; init; }
    public long CpuUserNs { get; init; }
    public long CpuSystemNs { get; init; }
    public long VoluntarySwitches { get; init; }
    public long InvoluntarySwitches { get; init; }
    public long PeakRssBytes { get; init; }

    /// <summary>The resident memory of the process at this moment; null where it was not told.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? RssBytes { get; init; }
    public long? GcCount { get; init; }
    public long? GcPauseNs { get; init; }
    public long? AllocatedBytes { get; init; }

    /// <summary>The CPU time of the thread that used most, in ns. Only a difference has it, and only of a worker on
    /// this machine.</summary>
    public long? BusiestThreadCpuNs { get; init; }

    /// <summary>How long that thread was ready to run and waited for a core, in ns; null where that time is
    /// null.</summary>
    public long? BusiestThreadRunQueueDelayNs { get; init; }

    /// <summary>How long all threads together were ready to run and waited for a core, in ns; null likewise.</summary>
    public long? RunQueueDelayNs { get; init; }

    /// <summary>The times of single threads, read beside the worker's own figures, which are those of the process;
    /// empty for a worker that is not on this machine.</summary>
    [JsonIgnore]
    public IReadOnlyDictionary<int, ThreadTime> Threads { get; init; } = new Dictionary<int, ThreadTime>();

    public long CpuNs => CpuUserNs + CpuSystemNs;
    public long ContextSwitches => VoluntarySwitches + InvoluntarySwitches;

    /// <summary>Adds up two processes that count as one side.</summary>
    public static Usage operator +(Usage one, Usage other) =>
        one with
        {
            Messages = one.Messages + other.Messages,
            Connections = one.Connections + other.Connections,
            BadFrames = one.BadFrames + other.BadFrames,
            Rejected = one.Rejected + other.Rejected,
            LastStranger = one.LastStranger ?? other.LastStranger,
            CpuUserNs = one.CpuUserNs + other.CpuUserNs,
            CpuSystemNs = one.CpuSystemNs + other.CpuSystemNs,
            VoluntarySwitches = one.VoluntarySwitches + other.VoluntarySwitches,
            InvoluntarySwitches = one.InvoluntarySwitches + other.InvoluntarySwitches,
            PeakRssBytes = one.PeakRssBytes + other.PeakRssBytes,
            RssBytes = one.RssBytes + other.RssBytes,
            GcCount = one.GcCount + other.GcCount,
            GcPauseNs = one.GcPauseNs + other.GcPauseNs,
            AllocatedBytes = one.AllocatedBytes + other.AllocatedBytes,
            Threads = other.Threads.Count == 0 ? one.Threads : Both(one.Threads, other.Threads),
        };

    /// <summary>Adds what the same process used in a later window. Levels are those of the later one.</summary>
    public Usage FollowedBy(Usage next) =>
        (this + next) with
        {
            Connections = next.Connections,
            PeakRssBytes = next.PeakRssBytes,
            RssBytes = next.RssBytes,
            LastStranger = next.LastStranger,
            Threads = next.Threads,
            Snapshots = Snapshots + next.Snapshots,
            BusiestThreadCpuNs = BusiestThreadCpuNs + next.BusiestThreadCpuNs,
            BusiestThreadRunQueueDelayNs = BusiestThreadRunQueueDelayNs + next.BusiestThreadRunQueueDelayNs,
            RunQueueDelayNs = RunQueueDelayNs + next.RunQueueDelayNs,
        };

    private static Dictionary<int, ThreadTime> Both(
        IReadOnlyDictionary<int, ThreadTime> one,
        IReadOnlyDictionary<int, ThreadTime> other
    )
    {
        var both = new Dictionary<int, ThreadTime>(one);
        foreach (var (id, time) in other)
            both[id] = time;
        return both;
    }

    /// <summary>What was used between two readings. Levels (connections, resident memory) are those of the later
    /// one.</summary>
    public static Usage operator -(Usage later, Usage earlier)
    {
        var threads = ThreadTime.Difference(earlier.Threads, later.Threads).Values;
        var busiest = threads.MaxBy(thread => thread.CpuNs);
        return later with
        {
            Messages = later.Messages - earlier.Messages,
            BadFrames = later.BadFrames - earlier.BadFrames,
            Rejected = later.Rejected - earlier.Rejected,
            Snapshots = later.Snapshots - earlier.Snapshots,
            CpuUserNs = later.CpuUserNs - earlier.CpuUserNs,
            CpuSystemNs = later.CpuSystemNs - earlier.CpuSystemNs,
            VoluntarySwitches = later.VoluntarySwitches - earlier.VoluntarySwitches,
            InvoluntarySwitches = later.InvoluntarySwitches - earlier.InvoluntarySwitches,
            GcCount = later.GcCount - earlier.GcCount,
            GcPauseNs = later.GcPauseNs - earlier.GcPauseNs,
            AllocatedBytes = later.AllocatedBytes - earlier.AllocatedBytes,
            BusiestThreadCpuNs = busiest?.CpuNs,
            BusiestThreadRunQueueDelayNs = busiest?.RunQueueDelayNs,
            RunQueueDelayNs = busiest is null ? null : threads.Sum(thread => thread.RunQueueDelayNs),
        };
    }
}
