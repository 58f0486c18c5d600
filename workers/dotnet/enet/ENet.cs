using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>ENet as Debian and others ship it, called from .NET.</summary>
internal sealed class ENet : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/enet",
            "ENet (C library) by P/Invoke",
            IsStream: false,
            Spins: false,
            "server: one thread; client: client_threads threads, one ENet host per connection",
            StackDescription.BufferBound
        )
        {
            Transport = "enet",
            IsReliable = true,
            IsUnreliable = true,
            MaxConnections = Native.MostPeers,
            MaxMessageBytes = 65_536,
            Options = [LibraryOptions.TickRate, LibraryOptions.Threads],
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
        new Thread(new Serving(host, plan, server).Run) { IsBackground = true, Name = "serve" }.Start();
        return Kit.Sockets.Describe(host.Socket);
    }

    public EffectiveOptions Connect(Client client) => PolledLane.Connect(client, lane => new Connection(client, lane));
}
