using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>Streams in shared memory: a single thread polls all rings in turn and never waits.</summary>
internal sealed class ShmSpin : IStack
{
    /// <summary>What /dev/shm holds is memory of the machine.</summary>
    private const int MostConnections = 256;

    public StackDescription Description { get; } =
        new(
            "dotnet/shm-spin",
            "shared memory, two rings a connection: a MemoryMappedFile and Volatile in a busy loop",
            IsStream: true,
            Spins: true,
            "single thread on both sides, and one that accepts",
            StackDescription.MemoryBound
        )
        {
            Transport = Transport.SharedMemory,
            MaxConnections = MostConnections,
            RunsInOneThread = true,
        };

    public Listening Listen(ListenPlan plan, Server server) =>
        new SpinningServer<SharedLink>(
            plan,
            server,
            socket => new(SharedStream.OfServer(socket, plan.Where.Host))
        ).Listen();

    public EffectiveOptions Connect(Client client)
    {
        EffectiveOptions? options = null;
        var lane = client.NewLane();
        var polls = new Action[client.Plan.Connections];
        for (var i = 0; i < polls.Length; i++)
        {
            var (socket, link) = client.Handshakes.OpenStream(connected => new SharedLink(
                client.Handshakes.Owns(SharedStream.OfClient(connected, client.Plan.Where.Host))
            ));
            options ??= SocketOptions.ReadBack(socket);
            var connection = lane.AddStream(link);
            polls[i] = () =>
            {
                var received = link.Receive(connection.ReceiveSpan, out var error);
                connection.Received(received, error);
            };
        }
        lane.OnMeasure(() => SpinningClient.Measure(lane, polls));
        return options!;
    }
}
