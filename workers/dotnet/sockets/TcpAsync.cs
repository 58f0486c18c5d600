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
        echo.TakesTicks(ticks);
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

    public EffectiveOptions Connect(Client client) =>
        AwaitedFlows.Connect(client, (socket, lane) => new Flow(socket, lane));

    /// <summary>The flow of control of a client's connection.</summary>
    private sealed class Flow(Socket socket, Lane lane) : IFlow
    {
        private readonly AwaitedConnection _connection = lane.AddAwaited();

        /// <summary>Cancelled when nothing has arrived for a while: a pending receive has no other way out.</summary>
        private CancellationTokenSource _silence = new();

        public void Wake() => Volatile.Read(ref _silence).Cancel();

        public async Task MeasureAsync()
        {
            while (lane.IsRunning)
            {
                try
                {
                    await ExchangeAsync();
                }
                catch (OperationCanceledException)
                {
                    Volatile.Write(ref _silence, new CancellationTokenSource());
                }
                catch (SocketException e)
                {
                    _connection.End(e.Message);
                }
                lane.EndPass();
            }
        }

        private async Task ExchangeAsync()
        {
            while (lane.IsRunning)
            {
                if (_connection.HasOutgoing)
                    await SendAllAsync();
                if (lane.WaitNs == 0 && socket.Available == 0)
                    return;
                _connection.Arrived(await socket.ReceiveAsync(_connection.ReceiveMemory, _silence.Token));
                if (_connection.HasOutgoing)
                    _connection.Sent(await socket.SendAsync(_connection.Outgoing));
                if (_connection.HasOutgoing)
                    await SendAllAsync();
                _connection.Settle();
                lane.EndPass();
            }
        }

        private async ValueTask SendAllAsync()
        {
            while (_connection.HasOutgoing)
                _connection.Sent(await socket.SendAsync(_connection.Outgoing));
        }
    }
}
