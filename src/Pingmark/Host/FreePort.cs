using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Host;

/// <summary>Whether a server can listen here. Asked before it tries: libraries differ in what they say of a port in
/// use, and some share it silently.</summary>
public static class FreePort
{
    /// <summary>What the kernel has room for, less the zero at the end.</summary>
    private const int LongestPathBytes = 107;

    /// <param name="folder">Of this machine.</param>
    /// <param name="number">Of a socket in it; 0 = any.</param>
    /// <param name="instead">What to try: <c>another --port</c>.</param>
    /// <exception cref="BadInputException">It is taken, or can't be.</exception>
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
