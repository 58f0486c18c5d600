using System.Buffers.Binary;
using kcp2k;

namespace Pingmark.Worker.Kcp2k;

/// <summary>
/// What a client sends first: kcp2k's hello, alone at the beginning of a reliable datagram. For any other datagram of
/// somebody unknown the library makes a connection, of 600 KB, and throws it away.
/// </summary>
internal static class FirstDatagram
{
    // A segment of KCP: conversation, command, fragment, window, time, number, what has arrived, length; then bytes.
    private const int Segment = Release.DatagramHeader,
        Command = Segment + 4,
        Number = Segment + 12,
        Length = Segment + 20,
        Body = Segment + Kcp.OVERHEAD;

    public static bool Is(ReadOnlySpan<byte> datagram) =>
        datagram.Length > Body
        && datagram[0] == (byte)KcpChannel.Reliable
        && datagram[Command] == Kcp.CMD_PUSH
        && BinaryPrimitives.ReadUInt32LittleEndian(datagram[Number..]) == 0
        && BinaryPrimitives.ReadUInt32LittleEndian(datagram[Length..]) == sizeof(byte)
        && datagram[Body] == Release.Hello;
}
