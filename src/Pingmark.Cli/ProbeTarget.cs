using System.Net;
using System.Net.Sockets;

namespace Pingmark.Cli;

/// <summary>The server that is probed.</summary>
/// <param name="Transport"><c>tcp</c> or <c>udp</c>.</param>
internal sealed record ProbeTarget(string Transport, IPAddress Address, int Port)
{
    public IPEndPoint EndPoint => new(Address, Port);

    public override string ToString() => $"{Transport}://{EndPoint}";

    /// <summary>Reads a target, and finds the address of a host's name.</summary>
    /// <exception cref="BadInputException">It is no target, or nobody knows the host.</exception>
    public static async Task<ProbeTarget> ParseAsync(string text, CancellationToken cancel)
    {
        if (
            !Uri.TryCreate(text, UriKind.Absolute, out var uri)
            || uri.Scheme is not ("tcp" or "udp")
            || uri.Host.Length == 0
            || uri.AbsolutePath is not ("" or "/")
        )
            throw new BadInputException(
                $"'{text}' is no target; write tcp://HOST:PORT or udp://HOST:PORT, IPv6 addresses as "
                    + "tcp://[::1]:7000, ports 1 to 65535"
            );
        if (uri.Port is < 1 or > 65535)
            throw new BadInputException($"'{text}' needs a port from 1 to 65535");
        if (IPAddress.TryParse(uri.Host.Trim('[', ']'), out var literal))
            return new(uri.Scheme, literal, uri.Port);
        if (uri.HostNameType == UriHostNameType.Unknown)
            throw new BadInputException($"'{uri.Host}' is neither an address nor a host name");
        try
        {
            return new(uri.Scheme, (await Dns.GetHostAddressesAsync(uri.Host, cancel)).First(), uri.Port);
        }
        catch (Exception e) when (e is SocketException or ArgumentException)
        {
            throw new BadInputException($"'{uri.Host}' can't be resolved: {e.Message}");
        }
    }
}
