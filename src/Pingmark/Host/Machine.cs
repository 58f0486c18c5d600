using System.Globalization;
using System.Reflection;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>The machine that this process runs on, as the kernel describes it.</summary>
public static class Machine
{
    /// <summary>The share of the available memory for workers; the rest is for connections, page cache and
    /// others.</summary>
    private const double MemoryShareForWorkers = 0.5;

    /// <summary>Reads what figures depend on: processor, cores, kernel, system and congestion control.</summary>
    public static MachineInfo Read() =>
        new()
        {
            Cpu = Field("/proc/cpuinfo", "model name"),
            Cores = AvailableCores().Count,
            PhysicalCores = CountPhysicalCores(AvailableCores(), FindSiblings),
            Kernel = KernelFile.FirstLine("/proc/sys/kernel/osrelease") ?? "unknown",
            Os = Field("/etc/os-release", "PRETTY_NAME").Trim('"'),
            CongestionControl = KernelFile.FirstLine("/proc/sys/net/ipv4/tcp_congestion_control") ?? "unknown",
            PingmarkVersion = Assembly.GetExecutingAssembly().GetName().Version?.ToString(3) ?? "",
        };

    /// <summary>The cores that this process may use, from its affinity.</summary>
    public static IReadOnlyList<int> AvailableCores() =>
        CoreList.Parse(KernelFile.StatusField("self", "Cpus_allowed_list"));

    /// <summary>The list of a core's hyper-threads, itself among them, as the kernel writes it; a core whose topology
    /// is unknown is alone.</summary>
    internal static string Siblings(int core) => FindSiblings(core) ?? $"{core}";

    private static string? FindSiblings(int core) =>
        KernelFile.FirstLine($"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");

    /// <summary>Counts the physical cores of hyper-threads; null where one's siblings are unknown.</summary>
    internal static int? CountPhysicalCores(IReadOnlyList<int> cores, Func<int, string?> siblings)
    {
        var lists = cores.Select(siblings).ToList();
        return lists.Contains(null) ? null : lists.Distinct().Count();
    }

    /// <summary>The memory that workers may use: a share of MemAvailable, which can be had without swapping.</summary>
    internal static long MemoryForWorkersBytes() =>
        (long)(
            MemoryShareForWorkers
            * 1024
            * long.Parse(Field("/proc/meminfo", "MemAvailable").Split(' ')[0], CultureInfo.InvariantCulture)
        );

    private static string Field(string path, string name) =>
        KernelFile
            .Lines(path)
            .Select(line => line.Split([':', '='], 2))
            .FirstOrDefault(parts => parts.Length == 2 && parts[0].Trim() == name)
            ?[1].Trim()
        ?? "unknown";
}
