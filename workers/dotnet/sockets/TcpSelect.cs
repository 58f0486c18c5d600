using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One thread that waits for all connections with Socket.Select, which is told all of them anew in each
/// call.</summary>
internal sealed class TcpSelect : IStack
{
    private const int WithoutEnd = -1;
    private const int NsPerMicrosecond = 1_000;

    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-select",
            "one thread, Socket.Select and non-blocking sockets",
            IsStream: true,
            Spins: false,
            "single thread on both sides",
            StackDescription.MemoryBound
        )
        {
            TakesOneWay = true,
            SendsUnasked = true,
            TakesSnapshots = true,
            RunsInOneThread = true,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        if (plan.PairThreads == 1)
        {
            server.ServedByClient = new Meeting<SelectedLink>(listener, plan, server, socket => new(socket));
            return Kit.Sockets.Describe(listener);
        }
        listener.Blocking = false;
        new Thread(new Serving(listener, plan, server).Serve) { IsBackground = true, Name = "select" }.Start();
        return Kit.Sockets.Describe(listener);
    }

    /// <summary>A server's end whose thread is its client's.</summary>
    private readonly struct SelectedLink : ILink
    {
        private readonly Socket _socket;
        private readonly List<Socket> _readable = [];

        public SelectedLink(Socket socket)
        {
            _socket = socket;
            socket.Blocking = false;
        }

        public bool HoldsMore => false;

        public int Receive(Span<byte> bytes, out SocketError error)
        {
            _readable.Clear();
            _readable.Add(_socket);
            Socket.Select(_readable, null, null, (int)(Constants.LongestWaitNs / NsPerMicrosecond));
            return _socket.Receive(bytes, SocketFlags.None, out error);
        }

        public SocketError Send(ReadOnlySpan<byte> bytes, out int taken)
        {
            taken = _socket.Send(bytes, SocketFlags.None, out var error);
            return error;
        }

        public void Flush()
        {
            // A socket queues nothing.
        }
    }

    private sealed class Serving(Socket listener, ListenPlan plan, Server server)
    {
        private readonly Acceptor _acceptor = new(listener);
        private readonly Ticker _ticker = new();
        private readonly List<Socket> _sockets = [];
        private readonly List<StreamEcho> _echoes = [];
        private readonly List<Socket> _readable = [];
        private readonly List<Socket> _writable = [];

        public void Serve()
        {
            while (true)
            {
                var accepts = !_acceptor.Rests;
                _readable.Clear();
                _writable.Clear();
                for (var i = 0; i < _sockets.Count; i++)
                    (_echoes[i].HasOutgoing ? _writable : _readable).Add(_sockets[i]);
                if (accepts)
                    _readable.Add(listener);
                var waitNs = Math.Min(_ticker.WaitNs, accepts ? Ticker.Never : Constants.ShortagePauseNs);
                Select(_readable, _writable, waitNs == Ticker.Never ? WithoutEnd : waitNs);
                ServeReady();
                if (_ticker.TakeDue() is { } due)
                    Tick(due);
                // Those that are ready stand in the order in which they were asked for, the listener at the end.
                if (_readable.Count > 0 && _readable[^1] == listener)
                    _acceptor.TakeOne(Add);
            }
        }

        private void Add(Socket socket)
        {
            socket.Blocking = false;
            plan.Options.ApplyToAccepted(socket);
            var echo = new StreamEcho(plan.Token, server, socket);
            echo.TakesTicks(_ticker);
            _echoes.Add(echo);
            _sockets.Add(socket);
        }

        /// <summary>An error is left to who receives next.</summary>
        private void Tick(Snapshot due)
        {
            for (var i = 0; i < _sockets.Count; i++)
                if (_echoes[i].TakeSnapshot(due))
                    Send(_sockets[i], _echoes[i]);
        }

        private void ServeReady()
        {
            var (read, written, kept) = (0, 0, 0);
            for (var i = 0; i < _sockets.Count; i++)
            {
                var (socket, echo) = (_sockets[i], _echoes[i]);
                var isOpen = IsNext(_readable, socket, ref read)
                    ? Receive(socket, echo)
                    : !IsNext(_writable, socket, ref written) || Send(socket, echo);
                if (isOpen)
                {
                    (_sockets[kept], _echoes[kept]) = (socket, echo);
                    kept++;
                    continue;
                }
                echo.Dispose();
                socket.Dispose();
            }
            _sockets.RemoveRange(kept, _sockets.Count - kept);
            _echoes.RemoveRange(kept, _echoes.Count - kept);
        }

        /// <returns>False: the connection has ended.</returns>
        private static bool Receive(Socket socket, StreamEcho echo)
        {
            var received = socket.Receive(echo.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            return received > 0 && echo.Arrived(received) && Send(socket, echo);
        }

        private static bool Send(Socket socket, StreamEcho echo)
        {
            if (!echo.HasOutgoing)
            {
                echo.Sent(0);
                return true;
            }
            var sent = socket.Send(echo.OutgoingSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            echo.Sent(sent);
            return true;
        }
    }

    public EffectiveOptions Connect(Client client)
    {
        var lane = client.NewLane();
        var sockets = new Socket[client.Plan.Connections];
        var connections = new StreamConnection<SocketSender>[sockets.Length];
        for (var i = 0; i < sockets.Length; i++)
        {
            sockets[i] = client.Handshakes.OpenStream();
            sockets[i].Blocking = false;
            connections[i] = lane.AddStream(new SocketSender(sockets[i]));
        }
        lane.OnMeasure(() => Measure(lane, sockets, connections));
        return SocketOptions.ReadBack(sockets[0]);
    }

    private static void Measure(Lane lane, Socket[] sockets, StreamConnection<SocketSender>[] connections)
    {
        var readable = new List<Socket>(sockets.Length);
        var writable = new List<Socket>();
        while (lane.IsRunning)
        {
            readable.Clear();
            readable.AddRange(sockets);
            writable.Clear();
            for (var i = 0; i < sockets.Length; i++)
                if (connections[i].HasUnsent)
                    writable.Add(sockets[i]);
            Select(readable, writable, lane.WaitNs);
            var (read, written) = (0, 0);
            for (var i = 0; i < sockets.Length && read + written < readable.Count + writable.Count; i++)
            {
                if (IsNext(writable, sockets[i], ref written))
                    connections[i].Received(0, SocketError.WouldBlock);
                if (!IsNext(readable, sockets[i], ref read))
                    continue;
                var received = sockets[i].Receive(connections[i].ReceiveSpan, SocketFlags.None, out var error);
                connections[i].Received(received, error);
            }
            lane.EndPass();
        }
    }

    /// <summary>Leaves those in the lists that are ready. It waits for whole milliseconds: what is left of a time is
    /// polled.</summary>
    private static void Select(List<Socket> readable, List<Socket> writable, long waitNs) =>
        Socket.Select(
            readable,
            writable.Count > 0 ? writable : null,
            null,
            waitNs == WithoutEnd ? WithoutEnd : (int)(waitNs / NsPerMicrosecond)
        );

    private static bool IsNext(List<Socket> ready, Socket socket, ref int next)
    {
        if (next == ready.Count || ready[next] != socket)
            return false;
        next++;
        return true;
    }
}
