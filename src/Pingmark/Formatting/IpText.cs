using System.Net;
using System.Net.Sockets;

namespace Pingmark.Formatting;

/// <summary>Reads IP addresses in their usual form alone. .NET would also take 1 for 0.0.0.1, octal and hexadecimal
/// parts, and [::1]:80, whose port it drops.</summary>
public static class IpText
{
    /// <param name="what">What the value belongs to, for the message: <c>--address</c>.</param>
    /// <exception cref="BadInputException">The text is not an IP address.</exception>
    public static IPAddress Read(string text, string what) =>
        IPAddress.TryParse(text, out var address)
        && !text.StartsWith('[')
        && (address.AddressFamily != AddressFamily.InterNetwork || address.ToString() == text)
            ? address
            : throw new BadInputException($"{what} must be an IP address such as ::1 or 127.0.0.1, not '{text}'");

    /// <summary>Whether an address means every interface. It is decided by the bytes, which are all that the kernel
    /// binds to: <c>::%1</c> and <c>::ffff:0.0.0.0</c> are such addresses, too.</summary>
    public static bool IsWildcard(IPAddress address) =>
        address.GetAddressBytes().AsSpan(address.IsIPv4MappedToIPv6 ? 12 : 0).IndexOfAnyExcept((byte)0) < 0;
}
