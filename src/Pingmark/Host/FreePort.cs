using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Host;

/// <summary>Checks that a server can listen on an address. It is checked before a server tries: libraries differ in
/// what they report of a port in use, and some share it silently.</summary>
public static class FreePort
{
    /// <summary>The longest path of a socket: the kernel's size without the zero at its end.</summary>
    private const int LongestPathBytes = 107;

    /// <param name="folder">A folder of this machine.</param>
    /// <param name="number">The number of a socket in it; 0 means any.</param>
    /// <param name="instead">What the message suggests: <c>another --port</c>.</param>
    /// <exception cref="BadInputException">The number is taken, or can't be used.</exception>
    public static void Require(string folder, int number, string instead)
    {
        var path = $"{folder}/{number}";
        var bytes = Encoding.UTF8.GetByteCount(path);
        var reason =
            !folder.StartsWith('/') ? "its folder must be an absolute path"
            : bytes > LongestPathBytes ? $"the path of a socket has at most {LongestPathBytes} bytes, and this {bytes}"
            : !Directory.Exists(folder) ? "there is no such folder"
            : number != 0 && Path.Exists(path) ? "it is taken"
            : null;
        if (reason is not null)
            throw new BadInputException($"can't listen on {path}: {reason}; choose {instead}");
    }

    /// <param name="isStream">True for TCP, false for UDP.</param>
    /// <param name="instead">What the message suggests: <c>another --port</c>.</param>
    /// <exception cref="BadInputException">The port is taken, or this machine does not have the address.</exception>
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
