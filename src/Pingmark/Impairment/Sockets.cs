using System.Net;
using System.Net.Sockets;
using Pingmark.Host;

namespace Pingmark.Impairment;

/// <summary>Makes sockets whose buffers hold a burst.</summary>
internal static class Sockets
{
    private const int BufferBytes = 4 << 20;

    /// <summary>The numbers of SOL_SOCKET, SO_RCVBUFFORCE and SO_SNDBUFFORCE; by the latter two root may exceed the
    /// machine's limit.</summary>
    private const int SocketLevel = 1,
        ForcedReceive = 33,
        ForcedSend = 32;

    public static Socket NewUdp(AddressFamily family)
    {
        var socket = new Socket(family, SocketType.Dgram, ProtocolType.Udp);
        Enlarge(socket, ForcedReceive, () => socket.ReceiveBufferSize = BufferBytes);
        Enlarge(socket, ForcedSend, () => socket.SendBufferSize = BufferBytes);
        return socket;
    }

    /// <summary>The address on which clients reach a relay before a server: the server's own, where it is this
    /// machine's, for clients may be on another one; otherwise the loopback address of its family.</summary>
    public static IPAddress FrontFor(IPAddress server) =>
        OwnAddress.Has(server) ? server
        : server.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Loopback
        : IPAddress.IPv6Loopback;

    private static void Enlarge(Socket socket, int forced, Action asked)
    {
        try
        {
            socket.SetRawSocketOption(SocketLevel, forced, BitConverter.GetBytes(BufferBytes));
        }
        catch (SocketException)
        {
            asked();
        }
    }
}
