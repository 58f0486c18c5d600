using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>What a whole machine, and the controller on it, have used since their start.</summary>
public sealed record MachineUsage(HostCpu Host, long UdpReceiveDrops, TimeSpan Controller)
{
    /// <summary>Reads the usage of this machine.</summary>
    public static MachineUsage Read() => new(HostCpuReader.Read(), UdpDrops.Read(), Environment.CpuUsage.TotalTime);

    /// <summary>Makes the usage of another machine from what was read there.</summary>
    /// <param name="lines">The first line of /proc/stat, then the lines of /proc/net/snmp and snmp6.</param>
    public static MachineUsage Read(IReadOnlyList<string> lines, TimeSpan controller) =>
        new(
            HostCpuReader.Read(lines.FirstOrDefault("")),
            UdpDrops.Read(lines, lines.Where(line => line.StartsWith("Udp6", StringComparison.Ordinal)).ToList()),
            controller
        );

    /// <summary>The usage of two machines together.</summary>
    public static MachineUsage operator +(MachineUsage one, MachineUsage other) =>
        new(one.Host + other.Host, one.UdpReceiveDrops + other.UdpReceiveDrops, one.Controller + other.Controller);

    public static MachineUsage operator -(MachineUsage later, MachineUsage earlier) =>
        new(
            later.Host - earlier.Host,
            later.UdpReceiveDrops - earlier.UdpReceiveDrops,
            later.Controller - earlier.Controller
        );
}
