using System.Net;
using System.Net.NetworkInformation;

namespace Pingmark.Host;

/// <summary>The addresses of this machine for itself; not every machine has ::1.</summary>
public static class Loopback
{
    public const string Ipv6 = "::1",
        Ipv4 = "127.0.0.1";

    public static bool HasIpv6 { get; } =
        NetworkInterface
            .GetAllNetworkInterfaces()
            .SelectMany(n => n.GetIPProperties().UnicastAddresses)
            .Any(a => a.Address.Equals(IPAddress.IPv6Loopback));

    /// <summary>The address that servers listen on where none is asked for.</summary>
    public static string Address(bool hasIpv6) => hasIpv6 ? Ipv6 : Ipv4;
}
