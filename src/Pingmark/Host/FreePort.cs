using System.Net;
using System.Net.Sockets;

namespace Pingmark.Host;

/// <summary>Whether a server can listen here. Asked before it tries: libraries differ in what they say of a port in
/// use, and some share it silently.</summary>
public static class FreePort
{
    /// <param name="isStream">TCP; else UDP.</param>
    /// <param name="instead">What to try: <c>another --port</c>.</param>
    /// <exception cref="BadInputException">It is taken, or nothing of this machine's has the address.</exception>
    public static void Require(IPEndPoint wanted, bool isStream, string instead)
    {
        try
        {
            using var socket = new Socket(
                wanted.AddressFamily,
                isStream ? SocketType.Stream : SocketType.Dgram,
                isStream ? ProtocolType.Tcp : ProtocolType.Udp
            );
            // As servers do: a port whose old connections linger in TIME_WAIT is free.
            if (isStream)
                socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
            socket.Bind(wanted);
        }
        catch (SocketException e)
        {
            throw new BadInputException($"can't listen on {wanted}: {e.Message.ToLowerInvariant()}; choose {instead}");
        }
    }
}
