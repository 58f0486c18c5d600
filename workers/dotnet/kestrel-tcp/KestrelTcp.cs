using Pingmark.Worker.Kit;
using Pingmark.Worker.Sockets;

namespace Pingmark.Worker.KestrelTcp;

/// <summary>Kestrel's transport, on which all of ASP.NET Core stands: a flow of control for each connection, which
/// awaits what was read into a pipe and writes to another. Its client is that of tcp-async.</summary>
internal sealed class KestrelTcp : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/kestrel-tcp",
            "Kestrel's ConnectionHandler at the server; its client is that of tcp-async",
            IsStream: true,
            Spins: false,
            "thread pool, and Kestrel's queues of input and output, one flow of control per connection",
            StackDescription.BufferBound
        )
        {
            TakesOneWay = true,
            KeepsTimes = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        Serving.Start(listener, plan, server);
        return Kit.Sockets.Describe(listener);
    }

    public EffectiveOptions Connect(Client client) => AsyncFlow.Connect(client);
}
