using System.Net;

namespace Pingmark.Model;

/// <summary>Where a server is reached: an IP address and a port, or a folder of this machine and the number of a socket
/// in it.</summary>
public sealed record ServerAddress(string Host, int Port)
{
    /// <summary>The SHA-256 of the certificate that the server shows; null where it does not encrypt, or where it is
    /// not known.</summary>
    public string? Certificate { get; init; }

    private bool IsFolder => Host.StartsWith('/');

    public IPEndPoint Ip => new(IPAddress.Parse(Host), Port);

    public static implicit operator ServerAddress(IPEndPoint there) => FromEndPoint(there);

    public static ServerAddress FromEndPoint(IPEndPoint there) => new($"{there.Address}", there.Port);

    public override string ToString() => IsFolder ? $"{Host}/{Port}" : $"{Ip}";
}
