using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A single thread that polls and never waits; each connection has a connected socket on both sides, but for a
/// server's many.</summary>
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
            TakesOneWay = true,
            SendsUnasked = true,
            TakesSnapshots = true,
            Options = [StackOption.ConnectedSockets],
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var socket = Kit.Sockets.BoundUdp(plan);
        socket.Blocking = false;
        var listening = Kit.Sockets.Describe(socket);
        if (plan.IsAtAnyAddress)
            AnyAddress.Serve(socket, plan, server);
        else
            new Thread(new UdpSpinServer(socket, plan, server).Serve) { IsBackground = true, Name = "serve" }.Start();
        return listening;
    }

    public EffectiveOptions Connect(Client client) =>
        SpinningClient.Connect(
            client,
            client.Handshakes.OpenDatagrams,
            (lane, socket) =>
            {
                var connection = lane.AddDatagrams(new SocketSender(socket));
                return () =>
                {
                    var received = socket.Receive(connection.ReceiveSpan, SocketFlags.None, out var error);
                    connection.Received(received, error);
                };
            }
        );
}
