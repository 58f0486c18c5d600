using System.Net;
using System.Net.NetworkInformation;

namespace Pingmark.Host;

/// <summary>This machine's address for itself: ::1, which not every machine has.</summary>
public static class Loopback
{
    public const string Ipv6 = "::1",
        Ipv4 = "127.0.0.1";

    public static bool HasIpv6 { get; } =
        NetworkInterface
            .GetAllNetworkInterfaces()
            .SelectMany(n => n.GetIPProperties().UnicastAddresses)
            .Any(a => a.Address.Equals(IPAddress.IPv6Loopback));

    /// <summary>What to listen on where nothing is asked for.</summary>
    public static string Address(bool hasIpv6) => hasIpv6 ? Ipv6 : Ipv4;
}
