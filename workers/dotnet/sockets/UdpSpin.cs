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

    private readonly record struct Polled(Socket Socket, DatagramConnection<SocketSender> Connection);

    public Listening Listen(ListenPlan plan, Server server)
    {
        var socket = Kit.Sockets.BoundUdp(plan);
        socket.Blocking = false;
        new Thread(() => Serve(socket, new DatagramEcho(plan.Token, server)))
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

    public EffectiveOptions Connect(Client client)
    {
        var lane = client.NewLane();
        var polled = new Polled[client.Plan.Connections];
        for (var i = 0; i < polled.Length; i++)
        {
            var socket = client.Handshakes.OpenDatagrams();
            socket.Blocking = false;
            polled[i] = new(socket, lane.AddDatagrams(new SocketSender(socket)));
        }
        lane.OnMeasure(() => Measure(lane, polled));
        return SocketOptions.ReadBack(polled[0].Socket);
    }

    private static void Measure(Lane lane, Polled[] polled)
    {
        while (lane.IsRunning)
        {
            foreach (var (socket, connection) in polled)
            {
                var received = socket.Receive(connection.ReceiveSpan, SocketFlags.None, out var error);
                connection.Received(received, error);
            }
            lane.EndPass();
        }
    }
}
