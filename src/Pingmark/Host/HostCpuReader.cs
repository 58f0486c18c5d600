using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

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
    public static HostCpu Read() => Read(Clock.NowNs, File.ReadLines("/proc/stat"), SoftirqClock.IsInThreads);

    /// <param name="atNs">When the lines were read.</param>
    /// <param name="stat">The lines of /proc/stat.</param>
    /// <param name="softirqInThreads">As <see cref="HostCpu.SoftirqInThreads"/>.</param>
    public static HostCpu Read(long atNs, IEnumerable<string> stat, bool? softirqInThreads)
    {
        var lines = stat.TakeWhile(IsOfCores).ToList();
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

    private static bool IsOfCores(string line) => line.StartsWith("cpu", StringComparison.Ordinal);

    private static long[] Ticks(string line) =>
        line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Select(word => long.TryParse(word, CultureInfo.InvariantCulture, out var ticks) ? ticks : 0)
            .ToArray();

    private static HostCpu FromTicks(long[] t) =>
        t.Length < Columns
            ? new(0, 0, 0)
            : new((t[0] + t[1] + t[2] + t[5] + t[6]) * NsPerTick, t[6] * NsPerTick, t[7] * NsPerTick);
}
