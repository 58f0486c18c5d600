using System.Net.WebSockets;

namespace Pingmark.Worker.WebSockets;

/// <summary>What a WebSocket says when its connection can't come up, has ended, or was closed on this side.</summary>
internal static class Endings
{
    public static bool Is(Exception e) =>
        e
            is WebSocketException
                or IOException
                or OperationCanceledException
                or ObjectDisposedException
                or InvalidOperationException;
}
