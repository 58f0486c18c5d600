using System.Globalization;

namespace Pingmark.Host;

/// <summary>What this machine's memory has room for.</summary>
public static class Memory
{
    /// <summary>A JVM's server and client with the heaps that they may fill.</summary>
    private const long PairBytes = 500L << 20;

    /// <summary>The rest is for connections, page cache and everybody else.</summary>
    private const double ShareForPairs = 0.5;

    /// <summary>Pairs that may be up at once; 2 at least, since a comparison needs them.</summary>
    /// <param name="workers">Of a pair: its server, and one client or more.</param>
    public static int MostPairs(int workers = 2) =>
        Math.Max(2, (int)(ShareForPairs * AvailableBytes() / PairBytes * 2 / workers));

    /// <summary>MemAvailable of /proc/meminfo: what can be had without swapping.</summary>
    private static long AvailableBytes() =>
        1024
        * long.Parse(
            File.ReadLines("/proc/meminfo")
                .First(line => line.StartsWith("MemAvailable:", StringComparison.Ordinal))
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
            CultureInfo.InvariantCulture
        );
}
