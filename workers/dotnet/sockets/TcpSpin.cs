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
        )
        {
            TakesOneWay = true,
            RunsInOneThread = true,
        };

    public Listening Listen(ListenPlan plan, Server server) =>
        new SpinningServer<SocketLink>(
            plan,
            server,
            socket => new(socket),
            (socket, link, echo) => new(socket, link, echo)
        ).Listen();

    public EffectiveOptions Connect(Client client) =>
        SpinningClient.Connect(
            client,
            client.Handshakes.OpenStream,
            (lane, socket) =>
            {
                var connection = lane.AddStream(new SocketSender(socket));
                return () =>
                {
                    var received = socket.Receive(connection.ReceiveSpan, SocketFlags.None, out var error);
                    connection.Received(received, error);
                };
            }
        );
}
