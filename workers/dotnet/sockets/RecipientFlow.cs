using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>The flow of control of a server's connection that is sent snapshots: what comes first is served, an input
/// or a tick.</summary>
internal static class RecipientFlow
{
    public static async Task ServeAsync(Socket socket, StreamEcho echo, TickFlow ticks)
    {
        var tick = ticks.Next;
        var receiving = socket.ReceiveAsync(echo.ReceiveMemory).AsTask();
        try
        {
            while (true)
            {
                await Task.WhenAny(receiving, tick.Made);
                if (tick.Made.IsCompleted)
                {
                    echo.TakeSnapshot(await tick.Made);
                    var sending = socket.SendAllAsync(echo);
                    // What is made while the socket takes no more goes without it.
                    var isBlocked = !sending.IsCompleted;
                    await sending;
                    tick = isBlocked ? ticks.Next : tick.After!;
                }
                if (!receiving.IsCompleted)
                    continue;
                var received = await receiving;
                if (received == 0 || !echo.Arrived(received))
                    return;
                await socket.SendAllAsync(echo);
                receiving = socket.ReceiveAsync(echo.ReceiveMemory).AsTask();
            }
        }
        finally
        {
            // It would write into memory that is freed.
            socket.Dispose();
            await Task.WhenAny(receiving);
        }
    }
}
