using System.Collections.Concurrent;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One thread polls all of a server's streams in turn and never waits; another accepts.</summary>
/// <param name="open">Of an accepted socket, on the thread that accepts.</param>
/// <param name="serve">Of the same, when its link is open.</param>
/// <typeparam name="TLink">How its streams are received from and sent to.</typeparam>
internal sealed class SpinningServer<TLink>(
    ListenPlan plan,
    Server server,
    Func<Socket, TLink> open,
    Func<Socket, TLink, StreamEcho, PolledStream<TLink>> serve
)
    where TLink : ILink
{
    private readonly ConcurrentQueue<(Socket, TLink)> _accepted = new();

    public Listening Listen()
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        if (plan.PairThreads == 1)
        {
            server.ServedByClient = new Meeting<TLink>(listener, plan, server, OpenToPoll);
            return Kit.Sockets.Describe(listener);
        }
        // A thread that waits in accept costs the spinning one nothing.
        Start("accept", () => new Acceptor(listener).Run(Accept));
        Start("serve", Serve);
        return Kit.Sockets.Describe(listener);
    }

    private void Accept(Socket socket)
    {
        try
        {
            plan.Options.ApplyToAccepted(socket);
            var link = OpenToPoll(socket);
            _accepted.Enqueue((socket, link));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            // The last two: what it names is a folder, or a pipe.
            server.CountRejected();
            Console.Error.WriteLine(e.Message);
            socket.Dispose();
        }
    }

    private TLink OpenToPoll(Socket socket)
    {
        var link = open(socket);
        socket.Blocking = false;
        return link;
    }

    private void Serve()
    {
        PolledStream<TLink>[] served = [];
        while (true)
        {
            for (var i = 0; i < served.Length; i++)
                if (!served[i].Serve())
                {
                    served[i].Dispose();
                    served = [.. served[..i], .. served[(i + 1)..]];
                    i--;
                }
            if (!_accepted.IsEmpty && _accepted.TryDequeue(out var one))
                served = [.. served, Serving(one.Item1, one.Item2)];
        }
    }

    private PolledStream<TLink> Serving(Socket socket, TLink link) =>
        serve(socket, link, new StreamEcho(plan.Token, server, socket));

    private static void Start(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}
