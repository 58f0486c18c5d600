using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A single thread that polls and never waits; the server has one unconnected socket, the client one connected
/// socket per connection.</summary>
internal sealed class UdpSpin : IStack
{
    private const int LargestDatagram = 65_536;

    public StackDescription Description { get; } =
        new(
            "dotnet/udp-spin",
            "one thread, datagrams in a busy loop",
            IsStream: false,
            Spins: true,
            "single thread on both sides",
            StackDescription.MemoryBound
        );

    private readonly record struct Client(Socket Socket, DatagramFlow Flow);

    public Listening Listen(ListenPlan plan, ServerCounts counts)
    {
        var socket = Kit.Sockets.BoundUdp(plan);
        socket.Blocking = false;
        new Thread(() => Serve(socket, new DatagramEcho(plan.Token, counts)))
        {
            IsBackground = true,
            Name = "serve",
        }.Start();
        return Kit.Sockets.Describe(socket);
    }

    private static void Serve(Socket socket, DatagramEcho echo)
    {
        // The property looks the handle up each time.
        var handle = socket.Handle;
        var buffer = new byte[LargestDatagram];
        while (true)
        {
            var received = DatagramCalls.Receive(handle, buffer, out var peer, out var peerLength);
            if (received < 0)
                continue;
            var answer = echo.Answer(buffer.AsSpan(0, received), in peer);
            if (!answer.IsEmpty)
                DatagramCalls.Send(handle, answer, in peer, peerLength);
        }
    }

    public EffectiveOptions Connect(Session session)
    {
        var lane = session.NewLane();
        var clients = new Client[session.Plan.Connections];
        for (var i = 0; i < clients.Length; i++)
        {
            var socket = session.Handshakes.OpenDatagrams();
            socket.Blocking = false;
            clients[i] = new(socket, lane.AddDatagrams());
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
                    while (lane.IsRunning && flow.Fill())
                        Send(socket, flow);
            }
            for (var i = 0; i < clients.Length; i++)
                Poll(lane, in clients[i]);
        }
    }

    private static void Poll(Lane lane, in Client client)
    {
        var (socket, flow) = client;
        var received = socket.Receive(flow.ReceiveSpan, SocketFlags.None, out var error);
        if (error == SocketError.Success)
        {
            flow.Arrived(received);
            if (flow.HasOutgoing)
                Send(socket, flow);
            flow.Settle();
        }
        else if (Kit.Sockets.IsNothingYet(error))
        {
            lane.Idle();
        }
        else
        {
            flow.End(Kit.Sockets.Reason(error));
        }
    }

    private static void Send(Socket socket, DatagramFlow flow)
    {
        socket.Send(flow.OutgoingSpan, SocketFlags.None, out var error);
        if (error != SocketError.Success && !Kit.Sockets.IsLostDatagram(error))
            flow.End(Kit.Sockets.Reason(error));
        flow.Sent();
    }
}
