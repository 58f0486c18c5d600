using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>A worker's totals since its process started. CPU times and pauses are in ns.</summary>
public sealed record Usage
{
    public long Messages { get; init; }
    public long Connections { get; init; }
    public long BadFrames { get; init; }
    public long Rejected { get; init; }

    /// <summary>Snapshots that a server sent; null if it sends none.</summary>
    public long? Snapshots { get; init; }

    /// <summary>The address of the last unknown peer; null if there was none, or if unknown.</summary>
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

    /// <summary>CPU time of the busiest thread, in ns; only in differences, and only on this machine.</summary>
    public long? BusiestThreadCpuNs { get; init; }

    /// <summary>The busiest thread's run queue delay, in ns; null likewise.</summary>
    public long? BusiestThreadRunQueueDelayNs { get; init; }

    /// <summary>How long all threads together were ready to run and waited for a core, in ns; null likewise.</summary>
    public long? RunQueueDelayNs { get; init; }

    /// <summary>The times of single threads; empty for a worker on another machine.</summary>
    [JsonIgnore]
    public IReadOnlyDictionary<int, ThreadTime> Threads { get; init; } = new Dictionary<int, ThreadTime>();

    public long CpuNs => CpuUserNs + CpuSystemNs;
    public long ContextSwitches => VoluntarySwitches + InvoluntarySwitches;

    /// <summary>Adds up two processes that count as one side.</summary>
    public static Usage operator +(Usage one, Usage other) =>
        Combine(one, other, (a, b) => a + b) with
        {
            Connections = one.Connections + other.Connections,
            LastStranger = one.LastStranger ?? other.LastStranger,
            PeakRssBytes = one.PeakRssBytes + other.PeakRssBytes,
            RssBytes = one.RssBytes + other.RssBytes,
            Snapshots = one.Snapshots,
            Threads = other.Threads.Concat(one.Threads).DistinctBy(thread => thread.Key).ToDictionary(),
        };

    /// <summary>Adds what the same process used in a later window. Levels are those of the later one.</summary>
    public Usage Append(Usage next) =>
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

    /// <summary>The usage between two readings, with the later levels (connections, resident memory).</summary>
    public static Usage operator -(Usage later, Usage earlier)
    {
        var threads = ThreadTime.Difference(earlier.Threads, later.Threads).Values;
        var busiest = threads.MaxBy(thread => thread.CpuNs);
        return Combine(later, earlier, (a, b) => a - b) with
        {
            BusiestThreadCpuNs = busiest?.CpuNs,
            BusiestThreadRunQueueDelayNs = busiest?.RunQueueDelayNs,
            RunQueueDelayNs = busiest is null ? null : threads.Sum(thread => thread.RunQueueDelayNs),
        };
    }

    /// <summary>Combines the totals of two readings; everything else is that of the first.</summary>
    private static Usage Combine(Usage a, Usage b, Func<long?, long?, long?> combine) =>
        a with
        {
            Messages = combine(a.Messages, b.Messages)!.Value,
            BadFrames = combine(a.BadFrames, b.BadFrames)!.Value,
            Rejected = combine(a.Rejected, b.Rejected)!.Value,
            Snapshots = combine(a.Snapshots, b.Snapshots),
            CpuUserNs = combine(a.CpuUserNs, b.CpuUserNs)!.Value,
            CpuSystemNs = combine(a.CpuSystemNs, b.CpuSystemNs)!.Value,
            VoluntarySwitches = combine(a.VoluntarySwitches, b.VoluntarySwitches)!.Value,
            InvoluntarySwitches = combine(a.InvoluntarySwitches, b.InvoluntarySwitches)!.Value,
            GcCount = combine(a.GcCount, b.GcCount),
            GcPauseNs = combine(a.GcPauseNs, b.GcPauseNs),
            AllocatedBytes = combine(a.AllocatedBytes, b.AllocatedBytes),
        };
}

/// <summary>The time that a thread has used since it began, in ns.</summary>
/// <param name="RunQueueDelayNs">How long the thread was ready to run and waited for a core, in ns.</param>
public sealed record ThreadTime(string Name, long CpuNs, long RunQueueDelayNs = 0)
{
    /// <summary>The time of each thread between two readings; a new thread counts in full.</summary>
    public static IReadOnlyDictionary<int, ThreadTime> Difference(
        IReadOnlyDictionary<int, ThreadTime> before,
        IReadOnlyDictionary<int, ThreadTime> after
    ) =>
        after.ToDictionary(
            t => t.Key,
            t =>
                before.GetValueOrDefault(t.Key) is not { } earlier
                    ? t.Value
                    : t.Value with
                    {
                        CpuNs = t.Value.CpuNs - earlier.CpuNs,
                        RunQueueDelayNs = t.Value.RunQueueDelayNs - earlier.RunQueueDelayNs,
                    }
        );
}

/// <summary>What a side used in counted time, or around it where its end was not known before.</summary>
/// <param name="CpuNs">CPU time of all threads, by the kernel's clock of the process.</param>
/// <param name="Messages">Answers in the same time, at the counted rate.</param>
/// <param name="WallNs">How long that time was.</param>
public sealed record SideCost(long CpuNs, long Messages, long WallNs)
{
    /// <summary>Whether the process plays both sides.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsOfBoth { get; init; }

    public double? CpuNsPerMessage => Messages > 0 ? (double)CpuNs / Messages : null;

    public static SideCost operator +(SideCost a, SideCost b) =>
        new(a.CpuNs + b.CpuNs, a.Messages + b.Messages, a.WallNs + b.WallNs) { IsOfBoth = a.IsOfBoth };
}

/// <summary>CPU time of all cores together from /proc/stat, in ns (its resolution is 10 ms).</summary>
/// <param name="BusyNs">The busy time without <paramref name="StealNs"/>.</param>
/// <param name="SoftirqNs">The part of it that handled soft interrupts.</param>
public sealed record HostCpu(long BusyNs, long SoftirqNs, long StealNs)
{
    /// <summary>Whether thread clocks include soft interrupts (no IRQ time accounting); null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? SoftirqInThreads { get; init; }

    /// <summary>The number of the machine's cores; null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Cores { get; init; }

    /// <summary>How often a quota of CPU time stopped the processes here; null where there is none, or
    /// unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Throttling? Throttling { get; init; }

    /// <summary>The busy time that thread clocks include; a lower bound if it is unknown which they do.</summary>
    [JsonIgnore]
    public long ThreadTimeNs => SoftirqInThreads == true ? BusyNs : BusyNs - SoftirqNs;

    /// <summary>What the same cores used in this time and in a later one.</summary>
    public HostCpu Append(HostCpu later) => (this + later) with { Cores = Cores == later.Cores ? Cores : null };

    /// <summary>What the cores of two machines used.</summary>
    public static HostCpu operator +(HostCpu one, HostCpu other) =>
        new(one.BusyNs + other.BusyNs, one.SoftirqNs + other.SoftirqNs, one.StealNs + other.StealNs)
        {
            SoftirqInThreads = Both(one, other),
            Cores = one.Cores + other.Cores,
            Throttling = Throttling.Sum([one.Throttling, other.Throttling]),
        };

    /// <summary>The difference of two readings, at least 0, since the resolution is 10 ms.</summary>
    public static HostCpu operator -(HostCpu later, HostCpu earlier) =>
        new(
            Math.Max(0, later.BusyNs - earlier.BusyNs),
            later.SoftirqNs - earlier.SoftirqNs,
            later.StealNs - earlier.StealNs
        )
        {
            SoftirqInThreads = Both(later, earlier),
            Cores = later.Cores,
            Throttling = later.Throttling is { } after && earlier.Throttling is { } before ? after - before : null,
        };

    private static bool? Both(HostCpu one, HostCpu other) =>
        one.SoftirqInThreads == other.SoftirqInThreads ? one.SoftirqInThreads : null;
}
