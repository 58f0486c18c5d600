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
        );

    public Listening Listen(ListenPlan plan, ServerCounts counts)
    {
        var listener = Kit.Sockets.ListeningTcp(plan);
        _ = new Acceptor(listener).RunAsync(socket => _ = ServeAsync(socket, plan, counts));
        return Kit.Sockets.Describe(listener);
    }

    private static async Task ServeAsync(Socket socket, ListenPlan plan, ServerCounts counts)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, counts);
        try
        {
            socket.NoDelay = plan.Options.NoDelay ?? true;
            while (true)
            {
                var received = await socket.ReceiveAsync(echo.ReceiveMemory);
                if (received == 0 || !echo.Arrived(received))
                    return;
                while (echo.HasOutgoing)
                    echo.Sent(await socket.SendAsync(echo.Outgoing));
            }
        }
        catch (SocketException e)
        {
            Console.Error.WriteLine($"connection ended: {e.Message}");
        }
    }

    public EffectiveOptions Connect(Session session)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < session.Plan.Connections; i++)
        {
            var socket = session.Handshakes.OpenStream();
            options ??= SocketOptions.ReadBack(socket);
            var client = new Client(socket, session.NewLane());
            client.Lane.OnMeasure(client.MeasureAsync, client.Wake);
        }
        return options!;
    }

    private sealed class Client(Socket socket, Lane lane)
    {
        private readonly StreamFlow _flow = lane.AddStream();

        /// <summary>Cancelled when nothing has arrived for a while: a pending receive has no other way out.</summary>
        private CancellationTokenSource _silence = new();

        public Lane Lane => lane;

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
                    lane.Tick();
                }
                catch (SocketException e)
                {
                    _flow.End(e.Message);
                }
            }
        }

        private async Task ExchangeAsync()
        {
            while (lane.IsRunning)
            {
                if (lane.NeedsFill)
                {
                    lane.Filled();
                    _flow.Fill();
                    await SendAllAsync();
                }
                var received = await socket.ReceiveAsync(_flow.ReceiveMemory, _silence.Token);
                if (received == 0)
                {
                    _flow.End("closed by the peer");
                    return;
                }
                _flow.Arrived(received);
                if (_flow.HasOutgoing)
                    _flow.Sent(await socket.SendAsync(_flow.Outgoing));
                if (_flow.HasOutgoing)
                    await SendAllAsync();
                _flow.Settle();
            }
        }

        private async ValueTask SendAllAsync()
        {
            while (_flow.HasOutgoing)
                _flow.Sent(await socket.SendAsync(_flow.Outgoing));
        }
    }
}
