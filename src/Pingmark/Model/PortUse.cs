namespace Pingmark.Model;

/// <summary>The machine's local ports, when a measurement that connects anew for each message had ended.</summary>
/// <param name="TimeWait">Sockets of ended connections that still hold theirs, for a minute.</param>
/// <param name="Ports">How many may be chosen (<c>ip_local_port_range</c>).</param>
/// <param name="Reuse">What <c>tcp_tw_reuse</c> says: 0, those that wait are not used again; 1, after a second; 2,
/// likewise on loopback.</param>
public sealed record PortUse(long TimeWait, int Ports, int Reuse);
