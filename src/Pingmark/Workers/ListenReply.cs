using System.Net;

namespace Pingmark.Workers;

/// <summary>Where a server listens.</summary>
public sealed record ListenReply(string Address, int Port, IReadOnlyDictionary<string, string> EffectiveOptions)
{
    /// <summary>The SHA-256 of the certificate that the server shows; null where it does not encrypt.</summary>
    public string? Certificate { get; init; }

    /// <summary>Reads a reply, which must tell the address that was asked for: clients are sent there, and nobody else
    /// is to reach the server.</summary>
    /// <param name="port">The port that was asked for; 0 for any.</param>
    /// <param name="fault">Makes the exception for a reply that can't be true.</param>
    internal static ListenReply Read(
        Reply reply,
        string address,
        int port,
        IReadOnlyDictionary<string, string> effectiveOptions,
        Func<string, WorkerFault> fault
    )
    {
        if (!IsSame(address, reply.Text("address")))
            throw fault($"listens on '{reply.Text("address")}', {address} was asked for");
        if (reply.Number("port") is not (> 0 and <= IPEndPoint.MaxPort) || port != 0 && reply.Number("port") != port)
            throw fault($"listens on port {reply.Number("port")}, {(port == 0 ? "any" : port)} was asked for");
        // The address may be told in another form, which is of no use here.
        return new(address, (int)reply.Number("port"), effectiveOptions)
        {
            Certificate = reply.TextOrNull("certificate"),
        };
    }

    private static bool IsSame(string asked, string told) =>
        told == asked
        || IPAddress.TryParse(told, out var there)
            && IPAddress.TryParse(asked, out var wanted)
            && Bytes(there).SequenceEqual(Bytes(wanted));

    private static byte[] Bytes(IPAddress address) => address.MapToIPv6().GetAddressBytes();
}
