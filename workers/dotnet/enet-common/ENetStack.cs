using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>
/// ENet, the C library or the package: what they speak differs, how they are used does not. This folder is compiled
/// into the workers of both. Each brings its own Host, Peer and Event, with the same members, and a stack with its
/// name.
/// </summary>
internal abstract class ENetStack(string stack, string about, string transport) : IStack
{
    public StackDescription Description { get; } =
        new(
            stack,
            about,
            IsStream: false,
            Spins: false,
            "server: one thread; client: client_threads threads, one ENet host per connection",
            StackDescription.BufferBound
        )
        {
            Transport = Transport.Of(transport),
            IsReliable = true,
            IsUnreliable = true,
            SendsUnasked = true,
            TakesSnapshots = true,
            MaxConnections = Host.MostPeers,
            MaxMessageBytes = 65_536,
            Options = [StackOption.TickRate, StackOption.ClientThreads],
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var host = Host.Listening(plan.Address);
        // What a full socket doesn't take ENet forgets.
        var options = plan.Options with
        {
            SendBufferBytes = plan.Options.SendBufferBytes ?? Constants.DefaultDatagramReceiveBufferBytes,
        };
        options.ApplyToDatagramServer(host.Socket);
        var serving = new Serving(host, plan, server);
        Bound(host, serving);
        serving.Begin();
        return Kit.Sockets.Describe(host.Socket);
    }

    /// <summary>Bounds the peers that have not said hello, where the library lets one do so.</summary>
    private protected virtual void Bound(Host host, Serving serving) { }

    public EffectiveOptions Connect(Client client) => PolledLane.Connect(client, lane => new Connection(client, lane));
}
