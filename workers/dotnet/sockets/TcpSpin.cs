using System.Collections.Concurrent;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A single thread that polls all connections in turn and never waits.</summary>
internal sealed class TcpSpin : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-spin",
            "one thread, non-blocking Socket.Receive in a busy loop",
            IsStream: true,
            Spins: true,
            "single thread on both sides",
            StackDescription.MemoryBound
        );

    private readonly record struct Served(Socket Socket, StreamEcho Echo);

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        // A thread that waits in accept costs the spinning one nothing.
        var accepted = new ConcurrentQueue<Socket>();
        Start("accept", () => new Acceptor(listener).Run(accepted.Enqueue));
        Start("serve", () => Serve(accepted, plan, server));
        return Kit.Sockets.Describe(listener);
    }

    private static void Serve(ConcurrentQueue<Socket> accepted, ListenPlan plan, Server server)
    {
        Served[] served = [];
        while (true)
        {
            for (var i = 0; i < served.Length; i++)
                if (!Serve(served[i]))
                {
                    served[i].Echo.Dispose();
                    served[i].Socket.Dispose();
                    served = [.. served[..i], .. served[(i + 1)..]];
                    i--;
                }
            if (!accepted.IsEmpty && accepted.TryDequeue(out var socket))
            {
                socket.Blocking = false;
                plan.Options.ApplyToAccepted(socket);
                served = [.. served, new(socket, new StreamEcho(plan.Token, server, socket))];
            }
        }
    }

    /// <returns>False: the connection has ended.</returns>
    private static bool Serve(Served s)
    {
        if (!s.Echo.HasOutgoing)
        {
            var received = s.Socket.Receive(s.Echo.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            if (received == 0 || !s.Echo.Arrived(received))
                return false;
        }
        if (s.Echo.HasOutgoing)
        {
            var sent = s.Socket.Send(s.Echo.OutgoingSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            s.Echo.Sent(sent);
        }
        else
        {
            s.Echo.Sent(0);
        }
        return true;
    }

    public EffectiveOptions Connect(Client client) =>
        SpinningClient.Connect(
            client,
            client.Handshakes.OpenStream,
            (lane, socket) =>
            {
                var connection = lane.AddStream(new SocketSender(socket));
                return () =>
                {
                    var received = socket.Receive(connection.ReceiveSpan, SocketFlags.None, out var error);
                    connection.Received(received, error);
                };
            }
        );

    private static void Start(string name, ThreadStart body) =>
        new Thread(body) { IsBackground = true, Name = name }.Start();
}
