using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>Thread per connection, blocking I/O.</summary>
internal sealed class TcpThreads : IStack
{
    /// <summary>A blocking receive comes back this often, so that losses and the end of a measurement are noticed in
    /// silence.</summary>
    private const int ReceiveTimeoutMs = 50;

    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-threads",
            "thread per connection, blocking Socket",
            IsStream: true,
            Spins: false,
            "one thread per connection on both sides",
            StackDescription.BufferBound
        );

    public Listening Listen(ListenPlan plan, ServerCounts counts)
    {
        var listener = Kit.Sockets.ListeningTcp(plan);
        StartThread(
            "accept",
            () => new Acceptor(listener).Run(socket => StartThread("connection", () => Serve(socket, plan, counts)))
        );
        return Kit.Sockets.Describe(listener);
    }

    private static void Serve(Socket socket, ListenPlan plan, ServerCounts counts)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, counts);
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

    public EffectiveOptions Connect(Session session)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < session.Plan.Connections; i++)
        {
            var socket = session.Handshakes.OpenStream();
            options ??= SocketOptions.ReadBack(socket);
            socket.ReceiveTimeout = ReceiveTimeoutMs;
            var lane = session.NewLane();
            var flow = lane.AddStream();
            lane.OnMeasure(() => Measure(lane, flow, socket));
        }
        return options!;
    }

    private static void Measure(Lane lane, StreamFlow flow, Socket socket)
    {
        while (lane.IsRunning)
        {
            if (lane.NeedsFill)
            {
                lane.Filled();
                flow.Fill();
                SendAll(lane, flow, socket);
            }
            var received = socket.Receive(flow.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
            {
                if (Kit.Sockets.IsNothingYet(error))
                    lane.Tick();
                else
                    flow.End(Kit.Sockets.Reason(error));
                continue;
            }
            if (received == 0)
            {
                flow.End("closed by the peer");
                continue;
            }
            flow.Arrived(received);
            SendAll(lane, flow, socket);
            flow.Settle();
        }
    }

    private static void SendAll(Lane lane, StreamFlow flow, Socket socket)
    {
        while (flow.HasOutgoing && lane.IsRunning)
        {
            flow.Sent(socket.Send(flow.OutgoingSpan, SocketFlags.None, out var error));
            if (error != SocketError.Success)
                flow.End(Kit.Sockets.Reason(error));
        }
    }

    private static void StartThread(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}
