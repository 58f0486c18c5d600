using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A single thread that polls and never waits; each connection has a connected socket on both sides, but for
/// a server's many.</summary>
internal sealed class UdpSpin : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/udp-spin",
            "one thread, datagrams in a busy loop",
            IsStream: false,
            Spins: true,
            "single thread on both sides",
            StackDescription.MemoryBound
        )
        {
            Options = [LibraryOptions.Connected],
        };

    private readonly record struct Polled(Socket Socket, DatagramConnection<SocketSender> Connection);

    public Listening Listen(ListenPlan plan, Server server)
    {
        var socket = Kit.Sockets.BoundUdp(plan);
        socket.Blocking = false;
        var listening = Kit.Sockets.Describe(socket);
        new Thread(new UdpSpinServer(socket, plan, server).Serve) { IsBackground = true, Name = "serve" }.Start();
        return listening;
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
