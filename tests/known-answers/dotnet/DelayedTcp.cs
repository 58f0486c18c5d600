using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.KnownAnswers;

/// <summary>A thread for each connection, which spins for the delay before it answers. It has no client.</summary>
/// <param name="delays">Gives a connection its delays, in ns.</param>
internal abstract class DelayedTcp(string id, Func<Func<long>> delays) : IStack
{
    /// <summary>Each connection has the same random numbers.</summary>
    protected const int Seed = 10;

    public StackDescription Description { get; } =
        new(
            id,
            "TCP echo with a known delay",
            IsStream: true,
            Spins: false,
            "one thread per connection",
            StackDescription.BufferBound
        );

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        StartThread("accept", () => new Acceptor(listener).Run(socket => Start(socket, plan, server)));
        return Kit.Sockets.Describe(listener);
    }

    public EffectiveOptions Connect(Client client) =>
        throw new NotSupportedException("known answers have servers only");

    private void Start(Socket socket, ListenPlan plan, Server server)
    {
        var delay = delays();
        StartThread("connection", () => Serve(socket, plan, server, delay));
    }

    private static void Serve(Socket socket, ListenPlan plan, Server server, Func<long> delay)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, server, connection);
        using var log = new DelayLog();
        socket.NoDelay = plan.Options.NoDelay ?? true;
        while (true)
        {
            var received = socket.Receive(echo.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success || received == 0)
                return;
            log.Record(Spin(delay()));
            if (!echo.Arrived(received))
                return;
            while (echo.HasOutgoing)
            {
                echo.Sent(socket.Send(echo.OutgoingSpan, SocketFlags.None, out error));
                if (error != SocketError.Success)
                    return;
            }
        }
    }

    /// <returns>How long it really was.</returns>
    private static long Spin(long ns)
    {
        var from = Clock.Now();
        var spun = 0L;
        while (spun < ns)
            spun = Clock.Now() - from;
        return spun;
    }

    private static void StartThread(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}
