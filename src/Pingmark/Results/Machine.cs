using System.Reflection;

namespace Pingmark.Results;

/// <summary>Reads what the figures depend on from /proc.</summary>
public static class Machine
{
    public static MachineInfo Read() =>
        new()
        {
            Cpu = Field("/proc/cpuinfo", "model name"),
            Cores = Trials.Pinning.AvailableCores().Count,
            Kernel = FirstLine("/proc/sys/kernel/osrelease"),
            Os = Field("/etc/os-release", "PRETTY_NAME").Trim('"'),
            CongestionControl = FirstLine("/proc/sys/net/ipv4/tcp_congestion_control"),
            PingmarkVersion = Assembly.GetExecutingAssembly().GetName().Version?.ToString(3) ?? "",
        };

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
