using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Http;

/// <summary>HTTP/1.1 by ASP.NET Core. It has no client: that of C++ measures it.</summary>
internal sealed class KestrelHttp : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/kestrel-http",
            "ASP.NET Core on Kestrel: a delegate that reads the body and writes it back",
            IsStream: true,
            Spins: false,
            "thread pool, one flow of control per connection",
            StackDescription.MemoryBound
        )
        {
            // Over TCP, whose options its sockets have.
            Transport = new("http", IsTcp: true),
            HasClient = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        Serving.Start(listener, plan, server);
        return Kit.Sockets.Describe(listener);
    }

    public EffectiveOptions Connect(Client client) =>
        throw new UnsupportedException($"{Description.Stack} is a server alone");
}
