using System.Net;

namespace Pingmark.Model;

/// <summary>A server's IP address and port, or a local folder and the number of a socket in it.</summary>
public sealed record ServerAddress(string Host, int Port)
{
    /// <summary>The SHA-256 of the server's certificate; null if it does not encrypt, or if unknown.</summary>
    public string? Certificate { get; init; }

    /// <summary>The other servers that clients are spread over; empty with one server.</summary>
    public IReadOnlyList<ServerAddress> Others { get; init; } = [];

    /// <summary>The server of one of several client workers: they take the servers in turn.</summary>
    /// <param name="number">The worker's number, from 0.</param>
    public ServerAddress ForClient(int number) =>
        number % (Others.Count + 1) is var place and > 0 ? Others[place - 1] : this with { Others = [] };

    /// <summary>Whether it is a socket in a folder.</summary>
    public bool IsFolder => Host.StartsWith('/');

    public IPEndPoint Ip => new(IPAddress.Parse(Host), Port);

    public static implicit operator ServerAddress(IPEndPoint there) => FromEndPoint(there);

    public static ServerAddress FromEndPoint(IPEndPoint there) => new($"{there.Address}", there.Port);

    public override string ToString() => IsFolder ? $"{Host}/{Port}" : $"{Ip}";
}

/// <summary>The machine on which a worker runs.</summary>
/// <param name="Site">The site's name, for people.</param>
/// <param name="Machine">An identity that all sites on one machine have in common.</param>
/// <param name="IsHere">Whether the worker runs on the controller's machine as its child.</param>
public sealed record WorkerHost(string Site, string Machine, bool IsHere)
{
    /// <summary>What this machine is called.</summary>
    public const string ThisMachine = "local";

    public static readonly WorkerHost Here = new(ThisMachine, "", true);
}
