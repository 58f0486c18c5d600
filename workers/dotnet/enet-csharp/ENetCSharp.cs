using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENetCSharp;

/// <summary>The NuGet package. What it speaks is not what ENet speaks: a transport of its own.</summary>
internal sealed class ENetCSharp : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/enet-csharp",
            "ENet-CSharp (NuGet package with its own C library)",
            IsStream: false,
            Spins: false,
            "server: one thread; client: client_threads threads, one ENet host per connection",
            StackDescription.BufferBound
        )
        {
            Transport = "enet-csharp",
            IsReliable = true,
            IsUnreliable = true,
            MaxConnections = (int)global::ENet.Library.maxPeers,
            MaxMessageBytes = 65_536,
            // Header 2 and command 8; reliable: header 4 and command 6. Acknowledgements are packets of their own.
            Options = [LibraryOptions.TickRate, LibraryOptions.Threads],
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var host = Hosts.Listening(plan.Address);
        var socket = Hosts.SocketOf(host);
        // What a full socket doesn't take ENet forgets.
        var options = plan.Options with
        {
            SendBufferBytes = plan.Options.SendBufferBytes ?? Constants.DefaultDatagramReceiveBufferBytes,
        };
        options.ApplyToDatagramServer(socket);
        var server = new Server(host, plan, counts);
        new Thread(server.Run) { IsBackground = true, Name = "serve" }.Start();
        return Kit.Sockets.Describe(socket);
    }

    public EffectiveOptions Connect(Client client) => PolledLane.Connect(client, lane => new Connection(client, lane));
}
