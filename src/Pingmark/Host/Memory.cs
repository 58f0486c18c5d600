using System.Globalization;

namespace Pingmark.Host;

/// <summary>Tells how much memory workers may use on this machine.</summary>
internal static class Memory
{
    /// <summary>The share of the available memory for workers; the rest is for connections, page cache and
    /// others.</summary>
    private const double ShareForWorkers = 0.5;

    /// <summary>The bytes for workers: a share of MemAvailable of /proc/meminfo, which can be had without
    /// swapping.</summary>
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
