namespace Pingmark.Model;

/// <summary>/proc/stat's time of all cores together, in ns (its resolution is 10 ms).</summary>
public sealed record HostCpu(long BusyNs, long SoftirqNs, long StealNs)
{
    public static HostCpu operator +(HostCpu one, HostCpu other) =>
        new(one.BusyNs + other.BusyNs, one.SoftirqNs + other.SoftirqNs, one.StealNs + other.StealNs);

    public static HostCpu operator -(HostCpu later, HostCpu earlier) =>
        new(later.BusyNs - earlier.BusyNs, later.SoftirqNs - earlier.SoftirqNs, later.StealNs - earlier.StealNs);
}
