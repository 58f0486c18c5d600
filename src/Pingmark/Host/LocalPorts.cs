using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Reads how many local ports there are, and how many of them ended connections still hold.</summary>
internal static class LocalPorts
{
    /// <returns>The ports; null where the kernel doesn't tell.</returns>
    public static PortUse? Read()
    {
        try
        {
            return Read(
                File.ReadAllText("/proc/sys/net/ipv4/ip_local_port_range"),
                File.ReadAllText("/proc/sys/net/ipv4/tcp_tw_reuse"),
                File.ReadAllLines("/proc/net/sockstat")
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <param name="range">The first and the last local port.</param>
    /// <param name="sockstat">One line a protocol: names and values.</param>
    internal static PortUse? Read(string range, string reuse, IEnumerable<string> sockstat)
    {
        var tcp = KernelFile.Words(
            sockstat.FirstOrDefault(line => line.StartsWith("TCP:", StringComparison.Ordinal)) ?? ""
        );
        return
            KernelFile.Words(range) is [var first, var last]
            && Array.IndexOf(tcp, "tw") is > 0 and var at
            && at + 1 < tcp.Length
            && int.TryParse(first, CultureInfo.InvariantCulture, out var from)
            && int.TryParse(last, CultureInfo.InvariantCulture, out var to)
            && int.TryParse(reuse, CultureInfo.InvariantCulture, out var again)
            && long.TryParse(tcp[at + 1], CultureInfo.InvariantCulture, out var waiting)
            ? new(waiting, to - from + 1, again)
            : null;
    }
}
