using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace Pingmark.Host;

/// <summary>Checks that an address is one of this machine's: a server that listens elsewhere would not be here, and
/// neither would its load.</summary>
public static class OwnAddress
{
    private const int MostShown = 8;

    /// <param name="text">An IP address that is no wildcard; a link-local one names its interface:
    /// <c>fe80::1%eth0</c>.</param>
    /// <param name="what">What the value belongs to, for the message: <c>--address</c>.</param>
    /// <returns>What is wrong with it, and what to try; null where this machine has it.</returns>
    public static string? Problem(string text, string what)
    {
        var own = Listed();
        return Is(IPAddress.Parse(text), text.Contains('%'), own)
            ? null
            : $"{what} must be one of this machine's, on which servers listen, and {text} is none; there are "
                + string.Join(", ", own.Take(MostShown))
                + (own.Count > MostShown ? ", …" : "");
    }

    /// <inheritdoc cref="Problem"/>
    /// <exception cref="BadInputException">This machine does not have it.</exception>
    public static void Require(string text, string what)
    {
        if (Problem(text, what) is { } problem)
            throw new BadInputException(problem);
    }

    /// <summary>Whether an address is one of this machine's.</summary>
    public static bool Has(IPAddress address) => IPAddress.IsLoopback(address) || Listed().Contains(address);

    /// <summary>Whether the machine has the address. It has all of 127.0.0.0/8, and ::1 also without IPv6, where
    /// 127.0.0.1 replaces it. An interface that does not exist is read as none.</summary>
    private static bool Is(IPAddress address, bool hasInterface, IReadOnlyList<IPAddress> own)
    {
        var plain = address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        var isOfInterface = plain is { AddressFamily: AddressFamily.InterNetworkV6, ScopeId: not 0 };
        return hasInterface == isOfInterface && (IPAddress.IsLoopback(plain) || own.Contains(plain));
    }

    private static List<IPAddress> Listed() =>
        NetworkInterface
            .GetAllNetworkInterfaces()
            .SelectMany(it => it.GetIPProperties().UnicastAddresses)
            .Select(it => it.Address)
            .Distinct()
            .OrderBy(address => !IPAddress.IsLoopback(address))
            .ToList();
}
