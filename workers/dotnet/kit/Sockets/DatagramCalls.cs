using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>
/// recvfrom and sendto of a server that polls. Socket.ReceiveFrom reports an empty socket by an exception, and asking
/// with Socket.Poll first is a second system call a message (1.35 times the round trip of C, measured; 1.1 this way).
/// Every other socket here is used through System.Net.Sockets.
/// </summary>
public static unsafe partial class DatagramCalls
{
    private const int TryAgain = 11;

    [LibraryImport("libc", EntryPoint = "recvfrom")]
    private static partial nint ReceiveFrom(
        int socket,
        byte* buffer,
        nint length,
        int flags,
        Peer* from,
        uint* fromLength
    );

    [LibraryImport("libc", EntryPoint = "sendto")]
    private static partial nint SendTo(int socket, byte* buffer, nint length, int flags, Peer* to, uint toLength);

    [LibraryImport("libc", EntryPoint = "sendto", SetLastError = true)]
    private static partial nint SendToTellingWhyNot(
        int socket,
        byte* buffer,
        nint length,
        int flags,
        Peer* to,
        uint toLength
    );

    /// <returns>Bytes received, or a negative number: nothing yet, or a datagram that can't be had.</returns>
    public static int Receive(nint socket, Span<byte> buffer, out Peer from, out uint fromLength)
    {
        from = default;
        fromLength = (uint)sizeof(Peer);
        fixed (byte* bytes = buffer)
        fixed (Peer* peer = &from)
        fixed (uint* length = &fromLength)
            return (int)ReceiveFrom((int)socket, bytes, buffer.Length, 0, peer, length);
    }

    /// <summary>The same from a connected socket.</summary>
    public static int Receive(nint socket, Span<byte> buffer)
    {
        fixed (byte* bytes = buffer)
            return (int)ReceiveFrom((int)socket, bytes, buffer.Length, 0, null, null);
    }

    /// <summary>What can't be sent is lost, like any datagram; the client counts it. While the send buffer is full, it
    /// is tried again.</summary>
    public static void Send(nint socket, ReadOnlySpan<byte> datagram, in Peer to, uint toLength)
    {
        fixed (Peer* peer = &to)
            Send(socket, datagram, peer, toLength);
    }

    /// <summary>The same from a connected socket.</summary>
    public static void Send(nint socket, ReadOnlySpan<byte> datagram) => Send(socket, datagram, null, 0);

    private static void Send(nint socket, ReadOnlySpan<byte> datagram, Peer* peer, uint peerLength)
    {
        fixed (byte* bytes = datagram)
            if (SendTo((int)socket, bytes, datagram.Length, 0, peer, peerLength) < 0)
                for (
                    var tries = 1;
                    tries < Constants.FullSocketTries
                        && SendToTellingWhyNot((int)socket, bytes, datagram.Length, 0, peer, peerLength) < 0
                        && Marshal.GetLastPInvokeError() == TryAgain;
                    tries++
                )
                    ;
    }
}
