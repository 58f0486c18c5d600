using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>CPU time of all cores together from /proc/stat, in ns (its resolution is 10 ms).</summary>
/// <param name="BusyNs">The busy time without <paramref name="StealNs"/>.</param>
/// <param name="SoftirqNs">The part of it that handled soft interrupts.</param>
public sealed record HostCpu(long BusyNs, long SoftirqNs, long StealNs)
{
    /// <summary>Whether the clocks of threads go on during soft interrupts, as they do in kernels without IRQ time
    /// accounting; null where it is not known, as of another machine.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? SoftirqInThreads { get; init; }

    /// <summary>How many cores the machine has, whoever may use them; null where it is not known, as of another
    /// machine.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Cores { get; init; }

    /// <summary>The busy time that the clocks of threads can account for; a lower bound where it is not known whether
    /// they include soft interrupts.</summary>
    [JsonIgnore]
    public long OfThreadsNs => SoftirqInThreads == true ? BusyNs : BusyNs - SoftirqNs;

    /// <summary>What the same cores used in this time and in a later one.</summary>
    public HostCpu FollowedBy(HostCpu later) => (this + later) with { Cores = Cores == later.Cores ? Cores : null };

    /// <summary>What the cores of two machines used.</summary>
    public static HostCpu operator +(HostCpu one, HostCpu other) =>
        new(one.BusyNs + other.BusyNs, one.SoftirqNs + other.SoftirqNs, one.StealNs + other.StealNs)
        {
            SoftirqInThreads = Both(one, other),
            Cores = one.Cores + other.Cores,
        };

    /// <summary>The difference of two readings. The resolution is 10 ms, so a difference below zero is taken as
    /// 0.</summary>
    public static HostCpu operator -(HostCpu later, HostCpu earlier) =>
        new(
            Math.Max(0, later.BusyNs - earlier.BusyNs),
            later.SoftirqNs - earlier.SoftirqNs,
            later.StealNs - earlier.StealNs
        )
        {
            SoftirqInThreads = Both(later, earlier),
            Cores = later.Cores,
        };

    private static bool? Both(HostCpu one, HostCpu other) =>
        one.SoftirqInThreads == other.SoftirqInThreads ? one.SoftirqInThreads : null;
}
