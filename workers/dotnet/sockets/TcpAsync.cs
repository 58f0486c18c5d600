using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>async/await on the thread pool, a task per connection: what most .NET programs do.</summary>
public sealed class TcpAsync : TcpStack
{
    public override StackDescription Description { get; } = new()
    {
        Id = "dotnet/tcp-async",
        About = "TCP, await Socket.ReceiveAsync and SendAsync",
        Transport = Transport.Tcp,
        Threading = "a task per connection on the thread pool",
        Spins = false,
    };

    protected override int LanesFor(int connections) => connections;

    protected override void Serve(Socket listener, ServerSession session) => _ = Accept(listener, session);

    protected override void Drive(Lane lane, Socket[] sockets) => _ = Measure(lane, sockets[0]);

    private static async Task Accept(Socket listener, ServerSession session)
    {
        while (true) _ = Echo(await listener.AcceptAsync(), session);
    }

    private static async Task Echo(Socket socket, ServerSession session)
    {
        using Socket open = socket;
        using var echo = new StreamEcho(session);
        try
        {
            bool goesOn = true;
            while (goesOn)
            {
                int received = await socket.ReceiveAsync(echo.InputMemory);
                if (received == 0) return;
                goesOn = echo.Arrived(received);
                if (echo.HasOutput) echo.Sent(await socket.SendAsync(echo.OutputMemory));
            }
        }
        catch (SocketException failure)
        {
            Console.Error.WriteLine($"a connection ended: {failure.Message}");
        }
    }

    private static async Task Measure(Lane lane, Socket socket)
    {
        Link link = lane.Links[0];
        Task<int>? receiving = null;
        Task<int>? sending = null;
        while (true)
        {
            await lane.ParkAsync();
            while (lane.Running)
            {
                try
                {
                    sending = Send(socket, link, sending);
                    if (sending is not null || receiving is not null)
                    {
                        // Seldom: the socket's buffer is full. What arrives is received all the same, else both sides might wait for ever.
                        receiving ??= socket.ReceiveAsync(link.InputMemory, lane.Patience).AsTask();
                        await (sending is null ? receiving : Task.WhenAny(receiving, sending));
                        if (!receiving.IsCompleted) continue;
                    }
                    int received = receiving is null ? await socket.ReceiveAsync(link.InputMemory, lane.Patience) : await receiving;
                    receiving = null;
                    if (received == 0) link.Fail(Reasons.OfReceive(SocketError.Success));
                    link.Arrived(received);
                    sending = Send(socket, link, sending);
                    link.Record();
                }
                catch (OperationCanceledException)
                {
                    receiving = null;
                    lane.Idle();
                }
                catch (SocketException failure)
                {
                    link.Fail(Reasons.OfReceive(failure.SocketErrorCode));
                }
                lane.Look();
            }
        }
    }

    /// <summary>Sends what there is. Returns the send that has to go on beside the receiving, or null.</summary>
    private static Task<int>? Send(Socket socket, Link link, Task<int>? sending)
    {
        if (sending is { IsCompleted: false }) return sending;
        if (sending is not null) link.Sent(sending.GetAwaiter().GetResult());
        while (link.HasOutput())
        {
            ValueTask<int> send = socket.SendAsync(link.OutputMemory);
            if (!send.IsCompleted) return send.AsTask();
            link.Sent(send.GetAwaiter().GetResult());
        }
        return null;
    }
}
