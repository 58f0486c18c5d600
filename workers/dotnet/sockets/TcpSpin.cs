using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One thread asks all its non-blocking sockets in turn, without ever waiting.</summary>
public sealed class TcpSpin : TcpStack
{
    private const int PollsBetweenAccepts = 512;

    public override StackDescription Description { get; } = new()
    {
        Id = "dotnet/tcp-spin",
        About = "TCP, non-blocking Socket.Receive in a busy loop over all connections",
        Transport = Transport.Tcp,
        Threading = "one thread",
        Spins = true,
    };

    protected override int LanesFor(int connections) => 1;

    protected override void Drive(Lane lane, Socket[] sockets) => SpinClient.Start(lane, sockets);

    protected override void Serve(Socket listener, ServerSession session)
    {
        listener.Blocking = false;
        SpinThread.Start(() => Echo(listener, session));
    }

    private static void Echo(Socket listener, ServerSession session)
    {
        var connections = new List<Connection>();
        int polls = 0;
        while (true)
        {
            // Asking the listener costs as much as asking a connection, so it is done rarely.
            if (connections.Count == 0 || (polls += connections.Count) >= PollsBetweenAccepts)
            {
                polls = 0;
                if (listener.Poll(0, SelectMode.SelectRead)) Accept(listener, session, connections);
            }
            for (int i = 0; i < connections.Count; i++)
            {
                if (connections[i].Serve()) continue;
                connections[i].Close();
                connections.RemoveAt(i--);
            }
        }
    }

    private static void Accept(Socket listener, ServerSession session, List<Connection> connections)
    {
        Socket socket = listener.Accept();
        socket.Blocking = false;
        connections.Add(new Connection(socket, new StreamEcho(session)));
    }

    private sealed class Connection(Socket socket, StreamEcho echo)
    {
        private bool _closing;

        /// <summary>One poll; false when the connection is over.</summary>
        public bool Serve()
        {
            if (echo.HasOutput) return Send();
            int received = socket.Receive(echo.Input, SocketFlags.None, out SocketError error);
            if (received == 0) return error == SocketError.WouldBlock;
            _closing = !echo.Arrived(received);
            return echo.HasOutput ? Send() : !_closing;
        }

        public void Close()
        {
            echo.Dispose();
            socket.Dispose();
        }

        private bool Send()
        {
            echo.Sent(socket.Send(echo.Output, SocketFlags.None, out SocketError error));
            return error == SocketError.WouldBlock || (error == SocketError.Success && !_closing);
        }
    }
}
