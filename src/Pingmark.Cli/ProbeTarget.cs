using System.Net;
using System.Net.Sockets;

namespace Pingmark.Cli;

/// <summary>The server that a probe measures.</summary>
/// <param name="Host">As the user named it.</param>
/// <param name="EndPoints">Where it may listen, in the order in which clients try them.</param>
internal sealed record ProbeTarget(string Transport, string Host, IReadOnlyList<IPEndPoint> EndPoints)
{
    public string NameOf(IPEndPoint endPoint) => $"{Transport}://{endPoint}";

    /// <exception cref="BadInputException">It is no target, or its host has no address.</exception>
    public static async Task<ProbeTarget> ParseAsync(string target, CancellationToken cancel)
    {
        if (
            !Uri.TryCreate(target, UriKind.Absolute, out var uri)
            || uri.Scheme is not ("tcp" or "udp")
            || uri.Host.Length == 0
            || uri.AbsolutePath is not ("" or "/")
        )
            throw new BadInputException(
                $"'{target}' is no target; write tcp://HOST:PORT or udp://HOST:PORT, IPv6 addresses as "
                    + "tcp://[::1]:7000, ports 1 to 65535"
            );
        if (uri.Port is < 1 or > 65535)
            throw new BadInputException($"'{target}' needs a port from 1 to 65535");
        var addresses = await ResolveAsync(uri, cancel);
        return new(uri.Scheme, uri.Host, addresses.Distinct().Select(one => new IPEndPoint(one, uri.Port)).ToList());
    }

    private static async Task<IReadOnlyList<IPAddress>> ResolveAsync(Uri uri, CancellationToken cancel)
    {
        if (IPAddress.TryParse(uri.Host.Trim('[', ']'), out var literal))
            return [literal];
        if (uri.HostNameType == UriHostNameType.Unknown)
            throw new BadInputException($"'{uri.Host}' is neither an address nor a host name");
        try
        {
            return await Dns.GetHostAddressesAsync(uri.Host, cancel) is { Length: > 0 } addresses
                ? addresses
                : throw new BadInputException($"'{uri.Host}' has no address");
        }
        catch (Exception e) when (e is SocketException or ArgumentException)
        {
            throw new BadInputException($"'{uri.Host}' can't be resolved: {e.Message}");
        }
    }
}
