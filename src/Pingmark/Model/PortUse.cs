namespace Pingmark.Model;

/// <summary>The machine's local ports at the end of a measurement that makes a connection for each message.</summary>
/// <param name="TimeWait">Sockets of ended connections that still hold their port, for a minute.</param>
/// <param name="Ports">How many ports the kernel may choose from (<c>ip_local_port_range</c>).</param>
/// <param name="Reuse">The value of <c>tcp_tw_reuse</c>: 0, ports in TIME_WAIT are not used again; 1, after a second;
/// 2, after a second on loopback alone.</param>
public sealed record PortUse(long TimeWait, int Ports, int Reuse);
