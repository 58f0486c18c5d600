using System.Globalization;

namespace Pingmark.Host;

/// <summary>What this machine's memory has room for.</summary>
internal static class Memory
{
    /// <summary>The rest is for connections, page cache and everybody else.</summary>
    private const double ShareForWorkers = 0.5;

    /// <summary>Of MemAvailable of /proc/meminfo, which is what can be had without swapping.</summary>
    public static long RoomForWorkersBytes() => (long)(ShareForWorkers * AvailableBytes());

    private static long AvailableBytes() =>
        1024
        * long.Parse(
            File.ReadLines("/proc/meminfo")
                .First(line => line.StartsWith("MemAvailable:", StringComparison.Ordinal))
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
            CultureInfo.InvariantCulture
        );
}
