using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>How options get to the sockets that the library makes.</summary>
internal static class StreamSockets
{
    public const int Backlog = 4096;

    /// <summary>More than any client has in flight. The library receives on while it keeps what a peer does not read,
    /// and refuses to send beyond this.</summary>
    public const int MostUnread = 2 * StackDescription.MemoryBound;

    /// <summary>The library sets it once more on each connection.</summary>
    public static bool NoDelay(SocketOptions options) => options.NoDelay ?? true;

    public static Socket Optioned(Socket socket, SocketOptions options)
    {
        options.Apply(socket);
        return socket;
    }
}
