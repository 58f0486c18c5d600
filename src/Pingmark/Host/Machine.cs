using System.Reflection;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>The machine that this process runs on, as the kernel describes it.</summary>
public static class Machine
{
    /// <summary>Reads what figures depend on: processor, cores, kernel, system and congestion control.</summary>
    public static MachineInfo Read() =>
        new()
        {
            Cpu = Field("/proc/cpuinfo", "model name"),
            Cores = AvailableCores().Count,
            PhysicalCores = CoreSiblings.PhysicalCores(AvailableCores(), CoreSiblings.KnownOfThisMachine),
            Kernel = FirstLine("/proc/sys/kernel/osrelease"),
            Os = Field("/etc/os-release", "PRETTY_NAME").Trim('"'),
            CongestionControl = FirstLine("/proc/sys/net/ipv4/tcp_congestion_control"),
            PingmarkVersion = Assembly.GetExecutingAssembly().GetName().Version?.ToString(3) ?? "",
        };

    /// <summary>The cores that this process may use, from its affinity.</summary>
    public static IReadOnlyList<int> AvailableCores() =>
        CoreList.Parse(ProcessStatus.Field(ProcessStatus.Self, "Cpus_allowed_list"));

    private static string FirstLine(string path) => File.Exists(path) ? File.ReadLines(path).First().Trim() : "unknown";

    private static string Field(string path, string name) =>
        !File.Exists(path)
            ? "unknown"
            : File.ReadLines(path)
                .Select(line => line.Split([':', '='], 2))
                .FirstOrDefault(parts => parts.Length == 2 && parts[0].Trim() == name)
                ?[1].Trim()
                ?? "unknown";
}
