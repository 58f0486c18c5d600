namespace Pingmark.Host;

/// <summary>Reads the kernel's count of datagrams that found no room in a socket's receive buffer:
/// <c>UdpRcvbufErrors</c> and <c>Udp6RcvbufErrors</c> of this network namespace.</summary>
internal static class UdpDrops
{
    public static long Read() =>
        Read(
            File.ReadAllLines("/proc/net/snmp"),
            File.Exists("/proc/net/snmp6") ? File.ReadAllLines("/proc/net/snmp6") : []
        );

    /// <param name="snmp">Two lines for each protocol: names, then values.</param>
    /// <param name="snmp6">One name and value a line; empty without IPv6.</param>
    internal static long Read(IReadOnlyList<string> snmp, IReadOnlyList<string> snmp6)
    {
        var udp = snmp.Where(line => line.StartsWith("Udp:", StringComparison.Ordinal))
            .Select(KernelFile.Words)
            .ToList();
        var v4 =
            udp is [var names, var values] && Array.IndexOf(names, "RcvbufErrors") is > 0 and var at
                ? long.Parse(values[at])
                : 0;
        var v6 = snmp6
            .Select(KernelFile.Words)
            .Where(line => line[0] == "Udp6RcvbufErrors")
            .Sum(line => long.Parse(line[1]));
        return v4 + v6;
    }
}
