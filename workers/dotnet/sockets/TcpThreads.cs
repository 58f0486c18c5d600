using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>A thread per connection, which blocks in its calls.</summary>
public sealed class TcpThreads : TcpStack
{
    private const int StackBytes = 256 * 1024;

    /// <summary>How long a client's call blocks before its lane looks at the clock.</summary>
    private const int TimeoutMilliseconds = 50;

    public override StackDescription Description { get; } = new()
    {
        Id = "dotnet/tcp-threads",
        About = "TCP, blocking Socket.Receive and Send",
        Transport = Transport.Tcp,
        Threading = "a thread per connection",
        Spins = false,
        // More could fill the buffers of both directions, and then nobody would read.
        MaxInFlightBytes = 256 * 1024,
    };

    protected override int LanesFor(int connections) => connections;

    protected override void Serve(Socket listener, ServerSession session) => Start("accept", () =>
    {
        while (true)
        {
            Socket socket = listener.Accept();
            Start("echo", () => Echo(socket, session));
        }
    });

    protected override void Drive(Lane lane, Socket[] sockets)
    {
        sockets[0].ReceiveTimeout = sockets[0].SendTimeout = TimeoutMilliseconds;
        Start("lane", () => Measure(lane, sockets[0]));
    }

    private static void Echo(Socket socket, ServerSession session)
    {
        using Socket open = socket;
        using var echo = new StreamEcho(session);
        while (true)
        {
            int received = socket.Receive(echo.Input, SocketFlags.None, out SocketError error);
            if (received == 0 || error != SocketError.Success) return;
            bool goesOn = echo.Arrived(received);
            if (echo.HasOutput)
            {
                echo.Sent(socket.Send(echo.Output, SocketFlags.None, out error));
                if (error != SocketError.Success) return;
            }
            if (!goesOn) return;
        }
    }

    private static void Measure(Lane lane, Socket socket)
    {
        Link link = lane.Links[0];
        while (true)
        {
            lane.Park();
            while (lane.Running)
            {
                Send(socket, link);
                int received = socket.Receive(link.Input, SocketFlags.None, out SocketError error);
                if (received > 0)
                {
                    link.Arrived(received);
                    Send(socket, link);
                    link.Record();
                }
                else if (error is SocketError.TimedOut or SocketError.WouldBlock) lane.Idle();
                else link.Fail(Reasons.OfReceive(error));
                lane.Look();
            }
        }
    }

    private static void Send(Socket socket, Link link)
    {
        while (link.HasOutput())
        {
            link.Sent(socket.Send(link.Output, SocketFlags.None, out SocketError error));
            if (error == SocketError.Success) continue;
            if (error is not (SocketError.TimedOut or SocketError.WouldBlock)) link.Fail(Reasons.OfSend(error));
            return;
        }
    }

    private static void Start(string name, ThreadStart body) =>
        new Thread(body, StackBytes) { IsBackground = true, Name = name }.Start();
}
