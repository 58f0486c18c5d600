using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Reads /proc/stat's time of all cores together.</summary>
internal static class HostCpuReader
{
    private const long NsPerTick = 10_000_000;

    public static HostCpu Read()
    {
        var t = File.ReadLines("/proc/stat")
            .First()
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Select(long.Parse)
            .ToArray();
        return new((t[0] + t[1] + t[2] + t[5] + t[6]) * NsPerTick, t[6] * NsPerTick, t[7] * NsPerTick);
    }
}
