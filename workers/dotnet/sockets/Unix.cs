using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>Unix stream sockets; else as <see cref="TcpThreads"/>.</summary>
internal sealed class Unix : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/unix",
            "Unix stream sockets, thread per connection, blocking Socket",
            IsStream: true,
            Spins: false,
            "one thread per connection on both sides",
            StackDescription.BufferBound
        )
        {
            Transport = Transport.Unix,
        };

    public Listening Listen(ListenPlan plan, Server server) => SocketThreads.Listen(plan, server);

    public EffectiveOptions Connect(Client client) => SocketThreads.Connect(client);
}
