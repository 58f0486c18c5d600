using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>Thread per connection, blocking I/O.</summary>
internal sealed class TcpThreads : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-threads",
            "thread per connection, blocking Socket",
            IsStream: true,
            Spins: false,
            "one thread per connection on both sides",
            StackDescription.BufferBound
        )
        {
            TakesOneWay = true,
            RunsInOneThread = true,
        };

    public Listening Listen(ListenPlan plan, Server server) => SocketThreads.Listen(plan, server);

    public EffectiveOptions Connect(Client client) => SocketThreads.Connect(client);
}
