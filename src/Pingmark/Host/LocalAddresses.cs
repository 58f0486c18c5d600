using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Host;

/// <summary>The addresses of this machine for itself; not every machine has ::1.</summary>
public static class Loopback
{
    public const string Ipv6 = "::1",
        Ipv4 = "127.0.0.1";

    public static bool HasIpv6 { get; } = OwnAddress.List().Contains(IPAddress.IPv6Loopback);

    /// <summary>The address that servers listen on where none is asked for.</summary>
    public static string Address(bool hasIpv6) => hasIpv6 ? Ipv6 : Ipv4;
}

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
        var own = List();
        return IsOwn(IPAddress.Parse(text), text.Contains('%'), own)
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
    public static bool Has(IPAddress address) => IPAddress.IsLoopback(address) || List().Contains(address);

    /// <summary>Whether the machine has the address. It has all of 127.0.0.0/8, and ::1 also without IPv6, where
    /// 127.0.0.1 replaces it. An interface that does not exist is read as none.</summary>
    private static bool IsOwn(IPAddress address, bool hasInterface, List<IPAddress> own)
    {
        var plain = address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        var isOfInterface = plain is { AddressFamily: AddressFamily.InterNetworkV6, ScopeId: not 0 };
        return hasInterface == isOfInterface && (IPAddress.IsLoopback(plain) || own.Contains(plain));
    }

    internal static List<IPAddress> List() =>
        NetworkInterface
            .GetAllNetworkInterfaces()
            .SelectMany(it => it.GetIPProperties().UnicastAddresses)
            .Select(it => it.Address)
            .Distinct()
            .OrderBy(address => !IPAddress.IsLoopback(address))
            .ToList();
}

/// <summary>Checks that a server can listen on an address. It is checked before a server tries: libraries differ in
/// what they report of a port in use, and some share it silently.</summary>
public static class FreePort
{
    /// <summary>The longest path of a socket: the kernel's size without the zero at its end.</summary>
    private const int LongestPathBytes = 107;

    /// <param name="number">The number of a socket in it; 0 means any.</param>
    /// <exception cref="BadInputException">The number is taken, or can't be used.</exception>
    public static void Require(string folder, int number, string instead)
    {
        var path = $"{folder}/{number}";
        var bytes = Encoding.UTF8.GetByteCount(path);
        var reason =
            !folder.StartsWith('/') ? "its folder must be an absolute path"
            : bytes > LongestPathBytes ? $"the path of a socket has at most {LongestPathBytes} bytes, and this {bytes}"
            : !Directory.Exists(folder) ? "there is no such folder"
            : number != 0 && Path.Exists(path) ? "it is taken"
            : null;
        if (reason is not null)
            throw new BadInputException($"can't listen on {path}: {reason}; choose {instead}");
    }

    /// <exception cref="BadInputException">The port is taken, or this machine does not have the address.</exception>
    public static void Require(IPEndPoint wanted, bool isStream, string instead)
    {
        try
        {
            using var socket = new Socket(
                wanted.AddressFamily,
                isStream ? SocketType.Stream : SocketType.Dgram,
                isStream ? ProtocolType.Tcp : ProtocolType.Udp
            );
            // As servers do: a port whose old connections linger in TIME_WAIT is free.
            if (isStream)
                socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
            socket.Bind(wanted);
        }
        catch (SocketException e)
        {
            throw new BadInputException($"can't listen on {wanted}: {e.Message.ToLowerInvariant()}; choose {instead}");
        }
    }
}
