using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>Sends that are awaited until nothing is left to send. Where one send takes all, as it does nearly always,
/// who calls awaits that send itself: each call of these costs a state machine of its own.</summary>
internal static class AwaitedSends
{
    public static async ValueTask SendAllAsync(this Socket socket, AwaitedConnection connection)
    {
        while (connection.HasOutgoing)
            connection.Sent(await socket.SendAsync(connection.Outgoing));
    }

    public static async ValueTask SendAllAsync(this Socket socket, StreamEcho echo)
    {
        while (echo.HasOutgoing)
            echo.Sent(await socket.SendAsync(echo.Outgoing));
    }
}
