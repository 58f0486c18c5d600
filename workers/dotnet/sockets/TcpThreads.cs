using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>Thread per connection, blocking I/O.</summary>
internal sealed class TcpThreads : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-threads",
            "thread per connection, blocking Socket",
            IsStream: true,
            Spins: false,
            "one thread per connection on both sides",
            StackDescription.BufferBound
        );

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningTcp(plan);
        StartThread(
            "accept",
            () => new Acceptor(listener).Run(socket => StartThread("connection", () => Serve(socket, plan, server)))
        );
        return Kit.Sockets.Describe(listener);
    }

    private static void Serve(Socket socket, ListenPlan plan, Server server)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, server, connection);
        socket.NoDelay = plan.Options.NoDelay ?? true;
        while (true)
        {
            var received = socket.Receive(echo.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success || received == 0 || !echo.Arrived(received))
                return;
            while (echo.HasOutgoing)
            {
                echo.Sent(socket.Send(echo.OutgoingSpan, SocketFlags.None, out error));
                if (error != SocketError.Success)
                    return;
            }
        }
    }

    public EffectiveOptions Connect(Client client)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < client.Plan.Connections; i++)
        {
            var socket = client.Handshakes.OpenStream();
            options ??= SocketOptions.ReadBack(socket);
            BlockingReceive.Prepare(socket);
            var lane = client.NewLane();
            var connection = lane.AddStream(new SocketSender(socket));
            lane.OnMeasure(() => Measure(lane, connection, socket));
        }
        return options!;
    }

    private static void Measure(Lane lane, StreamConnection<SocketSender> connection, Socket socket)
    {
        var handle = socket.Handle;
        while (lane.IsRunning)
        {
            var received = BlockingReceive.Once(lane, socket, handle, connection.ReceiveSpan, out var error);
            connection.Received(received, error);
            lane.EndPass();
        }
    }

    private static void StartThread(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}
