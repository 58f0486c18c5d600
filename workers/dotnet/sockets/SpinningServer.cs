using System.Collections.Concurrent;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One thread polls all of a server's streams in turn and never waits; another accepts.</summary>
/// <param name="open">Of an accepted socket, on the thread that accepts.</param>
/// <typeparam name="TLink">How its streams are received from and sent to.</typeparam>
internal sealed class SpinningServer<TLink>(ListenPlan plan, Server server, Func<Socket, TLink> open)
    where TLink : ILink
{
    private readonly ConcurrentQueue<(Socket, TLink)> _accepted = new();

    private readonly record struct Served(Socket Socket, TLink Link, StreamEcho Echo);

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
        Served[] served = [];
        while (true)
        {
            for (var i = 0; i < served.Length; i++)
                if (!Serve(served[i]))
                {
                    served[i].Echo.Dispose();
                    served[i].Socket.Dispose();
                    (served[i].Link as IDisposable)?.Dispose();
                    served = [.. served[..i], .. served[(i + 1)..]];
                    i--;
                }
            if (!_accepted.IsEmpty && _accepted.TryDequeue(out var one))
                served = [.. served, new(one.Item1, one.Item2, new StreamEcho(plan.Token, server, one.Item1))];
        }
    }

    /// <returns>False: the connection has ended.</returns>
    private static bool Serve(Served s)
    {
        if (!s.Echo.HasOutgoing)
        {
            var received = s.Link.Receive(s.Echo.ReceiveSpan, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            if (received == 0 || !s.Echo.Arrived(received))
                return false;
        }
        if (!s.Echo.HasOutgoing)
        {
            s.Echo.Sent(0);
            return true;
        }
        var outcome = s.Link.Send(s.Echo.OutgoingSpan, out var sent);
        if (outcome != SocketError.Success)
            return Kit.Sockets.IsNothingYet(outcome);
        s.Echo.Sent(sent);
        return true;
    }

    private static void Start(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}
