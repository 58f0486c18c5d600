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
            // Header 2 and command 8; reliable: header 4 and command 6. Acknowledgements are packets of their own.
            OverheadBytes = 10,
            ReliableOverheadBytes = 10,
            Options = [LibraryOptions.TickRate, LibraryOptions.Threads],
        };

    public Listening Listen(ListenPlan plan, ServerCounts counts)
    {
        var host = Host.Listening(plan.Address);
        // What a full socket doesn't take ENet forgets.
        var options = plan.Options with
        {
            SendBufferBytes = plan.Options.SendBufferBytes ?? SocketOptions.DatagramServerReceiveBytes,
        };
        options.ApplyToDatagramServer(host.Socket);
        var server = new Server(host, plan, counts);
        new Thread(server.Run) { IsBackground = true, Name = "serve" }.Start();
        return Kit.Sockets.Describe(host.Socket);
    }

    public EffectiveOptions Connect(Session session) =>
        ServedLane.Connect(session, lane => new Connection(session, lane));
}
