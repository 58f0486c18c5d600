using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>How options get to the sockets that the library makes.</summary>
internal static class StreamSockets
{
    public const int Backlog = 4096;

    /// <summary>The library sets it once more on each connection.</summary>
    public static bool NoDelay(SocketOptions options) => options.NoDelay ?? true;

    public static Socket Optioned(Socket socket, SocketOptions options)
    {
        options.Apply(socket);
        return socket;
    }
}
