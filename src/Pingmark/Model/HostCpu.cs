using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>/proc/stat's time of all cores together, in ns (its resolution is 10 ms).</summary>
/// <param name="BusyNs">Without <paramref name="StealNs"/>.</param>
/// <param name="SoftirqNs">A part of it.</param>
public sealed record HostCpu(long BusyNs, long SoftirqNs, long StealNs)
{
    /// <summary>The clocks of threads go on in softirq, as they do in kernels without IRQ time accounting; null: not
    /// known, as of another machine.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? SoftirqInThreads { get; init; }

    /// <summary>As far as threads' clocks tell it; at least that, where it is not known what these hold.</summary>
    [JsonIgnore]
    public long OfThreadsNs => SoftirqInThreads == true ? BusyNs : BusyNs - SoftirqNs;

    public static HostCpu operator +(HostCpu one, HostCpu other) =>
        new(one.BusyNs + other.BusyNs, one.SoftirqNs + other.SoftirqNs, one.StealNs + other.StealNs)
        {
            SoftirqInThreads = Both(one, other),
        };

    /// <summary>Times are known to 10 ms, so that no time at all might be less than none.</summary>
    public static HostCpu operator -(HostCpu later, HostCpu earlier) =>
        new(
            Math.Max(0, later.BusyNs - earlier.BusyNs),
            later.SoftirqNs - earlier.SoftirqNs,
            later.StealNs - earlier.StealNs
        )
        {
            SoftirqInThreads = Both(later, earlier),
        };

    private static bool? Both(HostCpu one, HostCpu other) =>
        one.SoftirqInThreads == other.SoftirqInThreads ? one.SoftirqInThreads : null;
}
