using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>What a whole machine, and the controller on it, have used since their start.</summary>
public sealed record MachineUsage(HostCpu Host, long UdpReceiveDrops, TimeSpan Controller)
{
    /// <summary>Reads the usage of this machine.</summary>
    public static MachineUsage Read() => new(HostCpuReader.Read(), UdpDrops.Read(), Environment.CpuUsage.TotalTime);

    /// <summary>Makes the usage of another machine from what was read there.</summary>
    /// <param name="lines">The first line of /proc/stat, then the lines of /proc/net/snmp and snmp6.</param>
    public static MachineUsage Read(IReadOnlyList<string> lines, TimeSpan controller) =>
        new(HostCpuReader.Read(lines.FirstOrDefault("")), UdpDrops.Read(lines), controller);

    /// <summary>The usage of two machines together.</summary>
    public static MachineUsage operator +(MachineUsage one, MachineUsage other) =>
        new(one.Host + other.Host, one.UdpReceiveDrops + other.UdpReceiveDrops, one.Controller + other.Controller);

    public static MachineUsage operator -(MachineUsage later, MachineUsage earlier) =>
        new(
            later.Host - earlier.Host,
            later.UdpReceiveDrops - earlier.UdpReceiveDrops,
            later.Controller - earlier.Controller
        );
}

/// <summary>Reads the CPU time of all cores together from /proc/stat.</summary>
internal static class HostCpuReader
{
    private const long NsPerTick = 10_000_000;
    private const int Idle = 3,
        Waiting = 4,
        Columns = 8;

    /// <summary>Reads the time now; only differences have a meaning. Busy is whatever is neither idle nor stolen: idle
    /// time is exact to the µs (NO_HZ), while busy time is what a tick meets, which missed a sixth of two cores for
    /// threads that wake each other.</summary>
    public static HostCpu Read() =>
        Read(Clock.NowNs, File.ReadLines("/proc/stat"), SoftirqClock.IsInThreads) with
        {
            Throttling = CpuQuota.OfThisProcess.ReadThrottling(),
        };

    public static HostCpu Read(long atNs, IEnumerable<string> stat, bool? softirqInThreads)
    {
        var lines = stat.TakeWhile(line => line.StartsWith("cpu", StringComparison.Ordinal)).ToList();
        var ticks = Ticks(lines.FirstOrDefault(""));
        var byTicks = FromTicks(ticks) with { SoftirqInThreads = softirqInThreads, Cores = lines.Count - 1 };
        return ticks.Length < Columns || ticks[Idle] == 0
            ? byTicks
            : byTicks with
            {
                BusyNs = (lines.Count - 1) * atNs - (ticks[Idle] + ticks[Waiting]) * NsPerTick - byTicks.StealNs,
            };
    }

    /// <param name="line">The first line of /proc/stat; any other line gives no time at all.</param>
    public static HostCpu Read(string line) => FromTicks(Ticks(line));

    private static long[] Ticks(string line) =>
        KernelFile
            .Words(line)
            .Skip(1)
            .Select(word => long.TryParse(word, CultureInfo.InvariantCulture, out var ticks) ? ticks : 0)
            .ToArray();

    private static HostCpu FromTicks(long[] t) =>
        t.Length < Columns
            ? new(0, 0, 0)
            : new((t[0] + t[1] + t[2] + t[5] + t[6]) * NsPerTick, t[6] * NsPerTick, t[7] * NsPerTick);
}
