using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Reads /proc/stat's time of all cores together.</summary>
internal static class HostCpuReader
{
    private const long NsPerTick = 10_000_000;

    public static HostCpu Read() =>
        Read(File.ReadLines("/proc/stat").First()) with
        {
            SoftirqInThreads = SoftirqClock.IsInThreads,
        };

    /// <param name="line">The first of that file; what is none is no time at all.</param>
    public static HostCpu Read(string line)
    {
        var t = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Select(word => long.TryParse(word, CultureInfo.InvariantCulture, out var ticks) ? ticks : 0)
            .ToArray();
        return t.Length < 8
            ? new(0, 0, 0)
            : new((t[0] + t[1] + t[2] + t[5] + t[6]) * NsPerTick, t[6] * NsPerTick, t[7] * NsPerTick);
    }
}
