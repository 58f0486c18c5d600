using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>UdpServer and UdpClient.</summary>
internal sealed class UdpStack : IStack
{
    private const int RepeatHelloMs = (int)(Constants.HelloRepeatNs / Clock.Millisecond);

    public StackDescription Description { get; } =
        new(
            "dotnet/netcoreserver-udp",
            "NetCoreServer's UdpServer and UdpClient",
            IsStream: false,
            Spins: false,
            "callbacks on the thread pool; a server receives one datagram at a time",
            StackDescription.MemoryBound
        )
        {
            KeepsTimes = false,
            AnswersFromAskedAddress = false,
            SendsUnasked = true,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var echo = new UdpEcho(plan, server);
        echo.Start();
        return Kit.Sockets.Describe(echo.Socket);
    }

    public EffectiveOptions Connect(Client client)
    {
        var clients = new UdpLoad[client.Plan.Connections];
        for (var i = 0; i < clients.Length; i++)
        {
            clients[i] = client.Handshakes.Owns(new UdpLoad(client));
            clients[i].Connect();
        }
        // A datagram can be lost, and so can a hello.
        using var repeat = new Timer(
            _ => Array.ForEach(clients, opened => opened.Connection.SayHello()),
            null,
            RepeatHelloMs,
            RepeatHelloMs
        );
        client.Handshakes.Await();
        return SocketOptions.ReadBack(clients[0].Socket);
    }
}
