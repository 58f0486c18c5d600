using System.Net;
using System.Net.Sockets;

namespace Pingmark.Formatting;

/// <summary>Addresses as they are written everywhere. .NET also takes 1 for 0.0.0.1, octal and hexadecimal parts, and
/// [::1]:80, whose port it drops.</summary>
public static class IpText
{
    /// <param name="what">Whose value it is: <c>--address</c>.</param>
    /// <exception cref="BadInputException">It is no address.</exception>
    public static IPAddress Read(string text, string what) =>
        IPAddress.TryParse(text, out var address)
        && !text.StartsWith('[')
        && (address.AddressFamily != AddressFamily.InterNetwork || address.ToString() == text)
            ? address
            : throw new BadInputException($"{what} must be an IP address such as ::1 or 127.0.0.1, not '{text}'");

    /// <summary>By its bytes, which are all that the kernel binds to: <c>::%1</c> and <c>::ffff:0.0.0.0</c> are every
    /// interface too.</summary>
    public static bool IsWildcard(IPAddress address) =>
        address.GetAddressBytes().AsSpan(address.IsIPv4MappedToIPv6 ? 12 : 0).IndexOfAnyExcept((byte)0) < 0;
}
