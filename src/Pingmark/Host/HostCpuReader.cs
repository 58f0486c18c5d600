using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Reads /proc/stat's time of all cores together.</summary>
internal static class HostCpuReader
{
    private const long NsPerTick = 10_000_000;
    private const int Idle = 3,
        Waiting = 4,
        Columns = 8;

    /// <summary>Busy is what is neither idle nor stolen, since idle time is told to the µs (NO_HZ), and busy time by
    /// what a tick meets: of threads that wake each other it missed a sixth of two cores. Only differences have a
    /// meaning.</summary>
    public static HostCpu Read()
    {
        var (atNs, lines) = (Clock.NowNs, File.ReadLines("/proc/stat").TakeWhile(IsOfCores).ToList());
        var ticks = Ticks(lines.FirstOrDefault(""));
        var byTicks = Of(ticks) with { SoftirqInThreads = SoftirqClock.IsInThreads };
        return ticks.Length < Columns || ticks[Idle] == 0
            ? byTicks
            : byTicks with
            {
                BusyNs = (lines.Count - 1) * atNs - (ticks[Idle] + ticks[Waiting]) * NsPerTick - byTicks.StealNs,
            };
    }

    /// <param name="line">The first of that file; what is none is no time at all.</param>
    public static HostCpu Read(string line) => Of(Ticks(line));

    private static bool IsOfCores(string line) => line.StartsWith("cpu", StringComparison.Ordinal);

    private static long[] Ticks(string line) =>
        line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Select(word => long.TryParse(word, CultureInfo.InvariantCulture, out var ticks) ? ticks : 0)
            .ToArray();

    private static HostCpu Of(long[] t) =>
        t.Length < Columns
            ? new(0, 0, 0)
            : new((t[0] + t[1] + t[2] + t[5] + t[6]) * NsPerTick, t[6] * NsPerTick, t[7] * NsPerTick);
}
