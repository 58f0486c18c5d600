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
            socket => new(SharedStream.OfServer(socket, plan.Where.Host)),
            (socket, link, echo) => new PolledStreamInPlace<SharedLink>(socket, link, echo)
        ).Listen();

    public EffectiveOptions Connect(Client client)
    {
        EffectiveOptions? options = null;
        var lane = client.NewLane();
        var connections = new InPlaceConnection<SharedLink>[client.Plan.Connections];
        for (var i = 0; i < connections.Length; i++)
        {
            var (socket, link) = client.Handshakes.OpenStream(connected => new SharedLink(
                client.Handshakes.Owns(SharedStream.OfClient(connected, client.Plan.Where.Host))
            ));
            options ??= SocketOptions.ReadBack(socket);
            connections[i] = lane.AddInPlace(link);
        }
        lane.OnMeasure(() => Measure(lane, connections));
        return options!;
    }

    private static void Measure(Lane lane, InPlaceConnection<SharedLink>[] connections)
    {
        while (lane.IsRunning)
        {
            foreach (var connection in connections)
                connection.Receive();
            lane.EndPass();
        }
    }
}
