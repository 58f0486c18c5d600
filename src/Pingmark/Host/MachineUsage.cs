using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>What a whole machine, and the controller on it, have used since their start.</summary>
public sealed record MachineUsage(HostCpu Host, long UdpReceiveDrops, TimeSpan Controller)
{
    /// <summary>Of this machine.</summary>
    public static MachineUsage Read() => new(HostCpuReader.Read(), UdpDrops.Read(), Environment.CpuUsage.TotalTime);

    public static MachineUsage operator -(MachineUsage later, MachineUsage earlier) =>
        new(
            later.Host - earlier.Host,
            later.UdpReceiveDrops - earlier.UdpReceiveDrops,
            later.Controller - earlier.Controller
        );
}
