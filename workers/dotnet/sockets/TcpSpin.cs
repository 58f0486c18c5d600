using System.Collections.Concurrent;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A single thread that polls all connections in turn and never waits.</summary>
internal sealed class TcpSpin : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-spin",
            "one thread, non-blocking Socket.Receive in a busy loop",
            IsStream: true,
            Spins: true,
            "single thread on both sides",
            StackDescription.MemoryBound
        );

    private readonly record struct Served(Socket Socket, StreamEcho Echo);

    private readonly record struct Client(Socket Socket, StreamFlow Flow);

    public Listening Listen(ListenPlan plan, ServerCounts counts)
    {
        var listener = Kit.Sockets.ListeningTcp(plan);
        // A thread that waits in accept costs the spinning one nothing.
        var accepted = new ConcurrentQueue<Socket>();
        Start("accept", () => new Acceptor(listener).Run(accepted.Enqueue));
        Start("serve", () => Serve(accepted, plan, counts));
        return Kit.Sockets.Describe(listener);
    }

    private static void Serve(ConcurrentQueue<Socket> accepted, ListenPlan plan, ServerCounts counts)
    {
        Served[] served = [];
        while (true)
        {
            for (var i = 0; i < served.Length; i++)
                if (!Serve(served[i]))
                {
                    served[i].Echo.Dispose();
                    served[i].Socket.Dispose();
                    served = [.. served[..i], .. served[(i + 1)..]];
                    i--;
                }
            if (!accepted.IsEmpty && accepted.TryDequeue(out var socket))
            {
                socket.Blocking = false;
                socket.NoDelay = plan.Options.NoDelay ?? true;
                served = [.. served, new(socket, new StreamEcho(plan.Token, counts))];
            }
        }
    }

    /// <returns>False: the connection has ended.</returns>
    private static bool Serve(Served s)
    {
        if (!s.Echo.HasOutgoing)
        {
            var received = s.Socket.Receive(s.Echo.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            if (received == 0 || !s.Echo.Arrived(received))
                return false;
        }
        if (s.Echo.HasOutgoing)
        {
            var sent = s.Socket.Send(s.Echo.OutgoingSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            s.Echo.Sent(sent);
        }
        else
        {
            s.Echo.Sent(0);
        }
        return true;
    }

    public EffectiveOptions Connect(Session session)
    {
        var lane = session.NewLane();
        var clients = new Client[session.Plan.Connections];
        for (var i = 0; i < clients.Length; i++)
        {
            var socket = session.Handshakes.OpenStream();
            socket.Blocking = false;
            clients[i] = new(socket, lane.AddStream());
        }
        lane.OnMeasure(() => Measure(lane, clients));
        return SocketOptions.ReadBack(clients[0].Socket);
    }

    private static void Measure(Lane lane, Client[] clients)
    {
        while (lane.IsRunning)
        {
            if (lane.NeedsFill)
            {
                lane.Filled();
                foreach (var (socket, flow) in clients)
                    if (flow.Fill())
                        Send(socket, flow);
            }
            for (var i = 0; i < clients.Length; i++)
                Poll(lane, in clients[i]);
        }
    }

    private static void Poll(Lane lane, in Client client)
    {
        var (socket, flow) = client;
        if (flow.HasOutgoing)
            Send(socket, flow);
        var received = socket.Receive(flow.ReceiveSpan, SocketFlags.None, out var error);
        if (error != SocketError.Success)
        {
            if (Kit.Sockets.IsNothingYet(error))
                lane.Idle();
            else
                flow.End(Kit.Sockets.Reason(error));
        }
        else if (received == 0)
        {
            flow.End("closed by the peer");
        }
        else
        {
            flow.Arrived(received);
            if (flow.HasOutgoing)
                Send(socket, flow);
            flow.Settle();
        }
    }

    /// <summary>What the kernel has no room for now is offered again at the next poll.</summary>
    private static void Send(Socket socket, StreamFlow flow)
    {
        var sent = socket.Send(flow.OutgoingSpan, SocketFlags.None, out var error);
        if (error == SocketError.Success)
            flow.Sent(sent);
        else if (!Kit.Sockets.IsNothingYet(error))
            flow.End(Kit.Sockets.Reason(error));
    }

    private static void Start(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}
