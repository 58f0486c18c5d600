using System.Net;
using System.Net.Sockets;

namespace Pingmark.Impairment;

/// <summary>Sockets with room for a burst.</summary>
internal static class Sockets
{
    private const int BufferBytes = 4 << 20;

    /// <summary>SOL_SOCKET, and SO_RCVBUFFORCE and SO_SNDBUFFORCE, which root may use beyond the machine's
    /// bound.</summary>
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

    /// <summary>A server of this machine is reached as it listens; of another machine's the front is here all the
    /// same.</summary>
    public static IPAddress LoopbackFor(IPAddress server) =>
        IPAddress.IsLoopback(server) ? server
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
