using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>async/await on the thread pool, what most .NET programs do.</summary>
internal sealed class TcpAsync : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-async",
            "async/await on Socket.ReceiveAsync and SendAsync",
            IsStream: true,
            Spins: false,
            "thread pool, one flow of control per connection",
            StackDescription.BufferBound
        )
        {
            TakesOneWay = true,
            SendsUnasked = true,
            // A pending receive can't be left at a given time without a timer and a cancellation for each message.
            KeepsTimes = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        var ticks = new TickFlow();
        _ = new Acceptor(listener).RunAsync(socket => _ = ServeAsync(socket, plan, server, ticks));
        return Kit.Sockets.Describe(listener);
    }

    private static async Task ServeAsync(Socket socket, ListenPlan plan, Server server, TickFlow ticks)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, server, connection);
        echo.EnableTicks(ticks);
        try
        {
            plan.Options.ApplyToAccepted(socket);
            while (true)
            {
                var received = await socket.ReceiveAsync(echo.ReceiveMemory);
                if (received == 0 || !echo.Arrived(received))
                    return;
                while (echo.HasOutgoing)
                    echo.Sent(await socket.SendAsync(echo.Outgoing));
                if (echo.IsRecipient)
                    break;
            }
            await RecipientFlow.ServeAsync(socket, echo, ticks);
        }
        catch (SocketException e)
        {
            Console.Error.WriteLine($"connection ended: {e.Message}");
        }
    }

    public EffectiveOptions Connect(Client client) => AsyncFlow.Connect(client);
}
