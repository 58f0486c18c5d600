using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>What the sides of a pair have used since their start.</summary>
/// <param name="Server">Null where the server isn't ours.</param>
public sealed record PairUsage(Usage? Server, Usage Client)
{
    public static PairUsage operator -(PairUsage later, PairUsage earlier) =>
        new(
            later.Server is { } after && earlier.Server is { } before ? after - before : null,
            later.Client - earlier.Client
        );
}

/// <summary>What the whole machine and the controller have used.</summary>
internal sealed record MachineUsage(HostCpu Host, long UdpReceiveDrops, TimeSpan Controller)
{
    public static MachineUsage Read() => new(HostCpuReader.Read(), UdpDrops.Read(), Environment.CpuUsage.TotalTime);

    public static MachineUsage operator -(MachineUsage later, MachineUsage earlier) =>
        new(
            later.Host - earlier.Host,
            later.UdpReceiveDrops - earlier.UdpReceiveDrops,
            later.Controller - earlier.Controller
        );
}
