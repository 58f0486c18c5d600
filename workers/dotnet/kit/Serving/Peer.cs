using System.Buffers.Binary;
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
        IPv6 = 10,
        IPv4Bytes = 16,
        IPv6Bytes = 28;

    /// <summary>As the kernel would have written it, for who has it as an object.</summary>
    public static Peer Of(IPEndPoint sender)
    {
        Span<byte> words = stackalloc byte[32];
        words.Clear();
        var isIPv4 = sender.AddressFamily == AddressFamily.InterNetwork;
        BinaryPrimitives.WriteUInt16LittleEndian(words, isIPv4 ? (ushort)IPv4 : (ushort)IPv6);
        BinaryPrimitives.WriteUInt16BigEndian(words[2..], (ushort)sender.Port);
        sender.Address.TryWriteBytes(words[(isIPv4 ? 4 : 8)..], out _);
        if (!isIPv4)
            BinaryPrimitives.WriteUInt32LittleEndian(words[24..], (uint)sender.Address.ScopeId);
        return MemoryMarshal.Read<Peer>(words);
    }

    /// <summary>Bytes of the address.</summary>
    public uint Length => (ushort)Word0 == IPv4 ? (uint)IPv4Bytes : IPv6Bytes;

    /// <summary>The kernel writes the family first.</summary>
    public EndPoint ToEndPoint() =>
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
