using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>The receive of a thread that has one connection: the call itself waits, unless it must not wait as long as
/// it would.</summary>
internal static class BlockingReceive
{
    /// <summary>A receive comes back by itself after the longest wait.</summary>
    private const int TimeoutMs = (int)(Constants.LongestWaitNs / Clock.Millisecond);

    public static void Prepare(Socket socket) => socket.ReceiveTimeout = TimeoutMs;

    public static int Once<TLink>(Lane lane, TLink link, nint handle, Span<byte> buffer, out SocketError error)
        where TLink : ILink
    {
        error = SocketError.WouldBlock;
        return
            link.HasBufferedBytes
            || lane.WaitNs is var wait && (wait == Constants.LongestWaitNs || Readiness.Await(handle, wait))
            ? link.Receive(buffer, out error)
            : 0;
    }
}
