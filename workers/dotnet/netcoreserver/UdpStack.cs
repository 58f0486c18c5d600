using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>UdpServer and UdpClient.</summary>
internal sealed class UdpStack : IStack
{
    private const int RepeatHelloMs = 100;

    public StackDescription Description { get; } =
        new(
            "dotnet/netcoreserver-udp",
            "NetCoreServer's UdpServer and UdpClient",
            IsStream: false,
            Spins: false,
            "callbacks on the thread pool; a server receives one datagram at a time",
            StackDescription.MemoryBound
        );

    public Listening Listen(ListenPlan plan, Server server)
    {
        var server = new UdpEcho(plan, counts);
        server.Start();
        return Kit.Sockets.Describe(server.Socket);
    }

    public EffectiveOptions Connect(Client client)
    {
        var clients = new UdpLoad[client.Plan.Connections];
        for (var i = 0; i < clients.Length; i++)
        {
            clients[i] = client.Handshakes.Owns(new UdpLoad(session));
            clients[i].Connect();
        }
        // A datagram can be lost, and so can a hello.
        using var repeat = new Timer(
            _ => Array.ForEach(clients, client => client.Connection.SayHello()),
            null,
            RepeatHelloMs,
            RepeatHelloMs
        );
        client.Handshakes.Await();
        return SocketOptions.ReadBack(clients[0].Socket);
    }
}
