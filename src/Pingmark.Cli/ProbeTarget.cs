using System.Net;
using System.Net.Sockets;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Cli;

/// <summary>A server that <c>probe</c> measures: where it is, and what it speaks.</summary>
/// <param name="Host">As the user named it; empty for a Unix socket.</param>
/// <param name="Servers">Where it may listen, in the order in which clients try them.</param>
internal sealed record ProbeTarget(string Scheme, string Host, IReadOnlyList<ServerAddress> Servers) : IDisposable
{
    private const string Tcp = "tcp",
        Udp = "udp",
        Tls = "tls",
        Unix = "unix",
        Http = "http",
        Https = "https";

    public const string Forms =
        "http://HOST[:PORT]/PATH, https://…, tcp://HOST:PORT, udp://HOST:PORT, tls://HOST:PORT or unix:/PATH/OF/SOCKET";

    private static readonly string[] Schemes = [Tcp, Udp, Tls, Http, Https];

    private LocalFolder? _folder;

    /// <summary>The target as reports name it; null: by the address.</summary>
    private string? Name { get; init; }

    /// <summary>What HTTP calls the server, with its port where that is no usual one.</summary>
    public string Authority { get; private init; } = "";

    public string PathAndQuery { get; private init; } = "";

    public bool IsHttp => Scheme is Http or Https;
    public bool IsEncrypted => Scheme is Https or Tls;
    public bool IsStream => Scheme != Udp;
    public bool IsTcp => Scheme == Tcp;
    public bool IsUnix => Scheme == Unix;

    public string NameOf(ServerAddress server) => Name ?? $"{Scheme}://{server}";

    /// <exception cref="BadInputException">The text is no target, or its host or socket is not there.</exception>
    public static async Task<ProbeTarget> ParseAsync(string target, CancellationToken cancel)
    {
        if (target.StartsWith($"{Unix}:", StringComparison.Ordinal))
            return OfSocket(target[(Unix.Length + 1)..]);
        if (
            !Uri.TryCreate(target, UriKind.Absolute, out var uri)
            || !Schemes.Contains(uri.Scheme)
            || uri.Host.Length == 0
            || (uri.Scheme is not (Http or Https) && uri.AbsolutePath is not ("" or "/"))
        )
            throw new BadInputException(
                $"'{target}' is no target; write {Forms}, IPv6 addresses as tcp://[::1]:7000, ports 1 to 65535"
            );
        if (uri.Port is < 1 or > 65535)
            throw new BadInputException($"'{target}' needs a port from 1 to 65535");
        if (uri.UserInfo.Length > 0)
            throw new BadInputException(
                "a target has no user and password; for HTTP give --header 'Authorization: Basic …'"
            );
        var addresses = await ResolveAsync(uri, cancel);
        return new(
            uri.Scheme,
            uri.IdnHost.Trim('[', ']'),
            addresses.Distinct().Select(one => new ServerAddress($"{one}", uri.Port)).ToList()
        )
        {
            Name = uri.Scheme is Http or Https ? uri.AbsoluteUri : null,
            Authority = uri.IsDefaultPort ? uri.IdnHost : $"{uri.IdnHost}:{uri.Port}",
            PathAndQuery = uri.PathAndQuery,
        };
    }

    public void Dispose() => _folder?.Dispose();

    /// <summary>Workers find sockets by a number in a folder: there a link leads to this one.</summary>
    private static ProbeTarget OfSocket(string text)
    {
        const int number = 1;
        var path = Path.GetFullPath(text.StartsWith("//", StringComparison.Ordinal) ? text[2..] : text);
        if (text.Length == 0 || !Path.Exists(path))
            throw new BadInputException($"there is no socket '{path}'");
        var folder = new LocalFolder();
        File.CreateSymbolicLink(Path.Join(folder.Path, $"{number}"), path);
        return new(Unix, "", [new(folder.Path, number)]) { Name = $"{Unix}:{path}", _folder = folder };
    }

    private static async Task<IReadOnlyList<IPAddress>> ResolveAsync(Uri uri, CancellationToken cancel)
    {
        if (IPAddress.TryParse(uri.Host.Trim('[', ']'), out var literal))
            return [literal];
        if (uri.HostNameType == UriHostNameType.Unknown)
            throw new BadInputException($"'{uri.Host}' is neither an address nor a host name");
        try
        {
            return await Dns.GetHostAddressesAsync(uri.IdnHost, cancel) is { Length: > 0 } addresses
                ? addresses
                : throw new BadInputException($"'{uri.Host}' has no address");
        }
        catch (Exception e) when (e is SocketException or ArgumentException)
        {
            throw new BadInputException($"'{uri.Host}' can't be resolved: {e.Message}");
        }
    }
}
