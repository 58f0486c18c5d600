using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>A sender's address as the kernel wrote it, zero behind its end, so that it compares as four words and needs
/// no object.</summary>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct Peer(ulong Word0, ulong Word1, ulong Word2, ulong Word3)
{
    private const int IPv4 = 2,
        IPv4Bytes = 16,
        IPv6Bytes = 28;

    /// <summary>The kernel writes the family first.</summary>
    internal EndPoint ToEndPoint() =>
        (ushort)Word0 == IPv4
            ? ToEndPoint(AddressFamily.InterNetwork, IPv4Bytes)
            : ToEndPoint(AddressFamily.InterNetworkV6, IPv6Bytes);

    internal EndPoint ToEndPoint(AddressFamily family, uint length)
    {
        var peer = this;
        var address = new SocketAddress(family, (int)length);
        MemoryMarshal.AsBytes(new ReadOnlySpan<Peer>(in peer))[..(int)length].CopyTo(address.Buffer.Span);
        return new IPEndPoint(family == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any, 0).Create(
            address
        );
    }
}
