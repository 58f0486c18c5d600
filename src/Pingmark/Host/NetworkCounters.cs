using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Finds counters in netstat, snmp and snmp6 of /proc/net.</summary>
internal static class NetworkCounters
{
    /// <summary>Finds where a text has its counters: <c>Udp:RcvbufErrors</c> of a line of names above one of values, or
    /// <c>Udp6RcvbufErrors</c> of a line that has a name and a value.</summary>
    /// <returns>The line and the word of each value, by name.</returns>
    public static IReadOnlyDictionary<string, (int Line, int Word)> FindPlaces(IReadOnlyList<string> lines)
    {
        var places = new Dictionary<string, (int Line, int Word)>();
        for (var line = 0; line < lines.Count; line++)
        {
            var words = KernelFile.Words(lines[line]);
            if (words.Length > 1 && words[0].EndsWith(':'))
                for (var word = 1; word < words.Length; word++)
                    places.TryAdd(words[0] + words[word], (line + 1, word));
            else if (words.Length == 2)
                places.TryAdd(words[0], (line, 1));
        }
        return places;
    }
}

/// <summary>Reads the kernel's count of datagrams that found no room in a socket's receive buffer, in this network
/// namespace.</summary>
internal static class UdpDrops
{
    public static long Read() => Read([.. KernelFile.Lines("/proc/net/snmp"), .. KernelFile.Lines("/proc/net/snmp6")]);

    public static long Read(IReadOnlyList<string> lines)
    {
        var places = NetworkCounters.FindPlaces(lines);
        return new[] { "Udp:RcvbufErrors", "Udp6RcvbufErrors" }.Sum(name =>
            places.TryGetValue(name, out var place)
                ? long.Parse(KernelFile.Words(lines[place.Line])[place.Word], CultureInfo.InvariantCulture)
                : 0
        );
    }
}

/// <summary>Reads how many local ports there are, and how many of them ended connections still hold.</summary>
internal static class LocalPorts
{
    /// <returns>The ports; null where the kernel doesn't tell.</returns>
    public static PortUse? Read() =>
        Read(
            KernelFile.FirstLine("/proc/sys/net/ipv4/ip_local_port_range") ?? "",
            KernelFile.FirstLine("/proc/sys/net/ipv4/tcp_tw_reuse") ?? "",
            KernelFile.Lines("/proc/net/sockstat")
        );

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
