using System.Net.Sockets;
using System.Security.Authentication;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A thread for each connection, on both sides, and calls that block.</summary>
/// <typeparam name="TLink">How its streams are received from and sent to.</typeparam>
internal static class ConnectionThreads<TLink>
    where TLink : ILink
{
    /// <param name="open">Of an accepted socket, on the connection's thread.</param>
    public static Listening Listen(ListenPlan plan, Server server, Func<Socket, TLink> open)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        if (plan.PairThreads == 1)
            server.ServedByClient = new Meeting<TLink>(listener, plan, server, open);
        else
            StartThread(
                "accept",
                () =>
                    new Acceptor(listener).Run(socket =>
                        StartThread("connection", () => Serve(socket, plan, server, open))
                    )
            );
        return Kit.Sockets.Describe(listener);
    }

    private static void Serve(Socket socket, ListenPlan plan, Server server, Func<Socket, TLink> open)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, server, connection);
        plan.Options.ApplyToAccepted(socket);
        if (!Opened(socket, open, server, out var link))
            return;
        while (true)
        {
            var received = link.Receive(echo.ReceiveSpan, out var error);
            if (error != SocketError.Success || received == 0 || !echo.Arrived(received))
                return;
            while (echo.HasOutgoing)
            {
                if (link.Send(echo.OutgoingSpan, out var taken) != SocketError.Success)
                    return;
                echo.Sent(taken);
            }
        }
    }

    private static bool Opened(Socket socket, Func<Socket, TLink> open, Server server, out TLink link)
    {
        try
        {
            link = open(socket);
            return true;
        }
        catch (Exception e) when (e is IOException or AuthenticationException)
        {
            server.CountRejected();
            link = default!;
            return false;
        }
    }

    /// <param name="open">A connection whose hello was answered.</param>
    public static EffectiveOptions Connect(Client client, Func<(Socket, TLink)> open)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < client.Plan.Connections; i++)
        {
            var (socket, link) = open();
            options ??= SocketOptions.ReadBack(socket);
            BlockingReceive.Prepare(socket);
            var lane = client.NewLane();
            var connection = lane.AddStream(link);
            lane.OnMeasure(() => Measure(lane, connection, link, socket.Handle));
        }
        return options!;
    }

    private static void Measure(Lane lane, StreamConnection<TLink> connection, TLink link, nint handle)
    {
        while (lane.IsRunning)
        {
            var received = BlockingReceive.Once(lane, link, handle, connection.ReceiveSpan, out var error);
            connection.Received(received, error);
            lane.EndPass();
        }
    }

    private static void StartThread(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}

/// <summary>The same, of sockets as they are.</summary>
internal static class SocketThreads
{
    public static Listening Listen(ListenPlan plan, Server server) =>
        ConnectionThreads<SocketLink>.Listen(plan, server, socket => new(socket));

    public static EffectiveOptions Connect(Client client) =>
        ConnectionThreads<SocketLink>.Connect(
            client,
            () => client.Handshakes.OpenStream(socket => new SocketLink(socket))
        );
}
