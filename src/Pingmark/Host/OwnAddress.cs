using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace Pingmark.Host;

/// <summary>Addresses that this machine has: a server that listens elsewhere would not be here, and neither would its
/// load.</summary>
public static class OwnAddress
{
    private const int MostShown = 8;

    /// <param name="text">An IP address, and no wildcard. That of a link has its interface:
    /// <c>fe80::1%eth0</c>.</param>
    /// <param name="what">Whose value it is: <c>--address</c>.</param>
    /// <returns>What is wrong with it, and what to try; null: this machine has it.</returns>
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

    /// <summary>All of 127.0.0.0/8 are, and ::1 also where there is no IPv6, for which 127.0.0.1 stands in. An
    /// interface that does not exist is read as none.</summary>
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
