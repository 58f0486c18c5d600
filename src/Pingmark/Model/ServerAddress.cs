using System.Net;

namespace Pingmark.Model;

/// <summary>Where a server is reached: an IP address and a port, or a folder of this machine and the number of a socket
/// in it.</summary>
public sealed record ServerAddress(string Host, int Port)
{
    /// <summary>The SHA-256 of the certificate that the server shows; null where it does not encrypt, or where it is
    /// not known.</summary>
    public string? Certificate { get; init; }

    /// <summary>Where the other servers are reached over which clients are spread; empty where there is
    /// one.</summary>
    public IReadOnlyList<ServerAddress> Others { get; init; } = [];

    /// <summary>The server of one of several client workers: they take the servers in turn.</summary>
    /// <param name="number">The worker's number, from 0.</param>
    public ServerAddress OfClient(int number) =>
        number % (Others.Count + 1) is var place and > 0 ? Others[place - 1] : this with { Others = [] };

    private bool IsFolder => Host.StartsWith('/');

    public IPEndPoint Ip => new(IPAddress.Parse(Host), Port);

    public static implicit operator ServerAddress(IPEndPoint there) => FromEndPoint(there);

    public static ServerAddress FromEndPoint(IPEndPoint there) => new($"{there.Address}", there.Port);

    public override string ToString() => IsFolder ? $"{Host}/{Port}" : $"{Ip}";
}
