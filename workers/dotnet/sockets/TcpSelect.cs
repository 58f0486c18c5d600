using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One thread that waits for all connections with Socket.Select, which is told all of them anew in each
/// call.</summary>
internal sealed class TcpSelect : IStack
{
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

    /// <summary>The server's thread.</summary>
    private sealed class Serving(Socket listener, ListenPlan plan, Server server)
    {
        private readonly ServedStreams _streams = new(listener, plan, server);
        private readonly List<Socket> _readable = [];
        private readonly List<Socket> _writable = [];

        public void Serve()
        {
            while (true)
            {
                _readable.Clear();
                _writable.Clear();
                foreach (var stream in _streams.All)
                    (stream.Echo.HasOutgoing ? _writable : _readable).Add(stream.Socket);
                if (_streams.Accepts)
                    _readable.Add(listener);
                Select(_readable, _writable, _streams.WaitNs);
                ServeReady();
                _streams.SendDueTick(Send);
                // Those that are ready stand in the order in which they were asked for, the listener at the end.
                if (_readable.Count > 0 && _readable[^1] == listener)
                    _streams.AcceptOne();
            }
        }

        private void ServeReady()
        {
            var (read, written) = (0, 0);
            foreach (var stream in _streams.All)
                stream.IsOpen = IsNext(_readable, stream.Socket, ref read)
                    ? Receive(stream)
                    : !IsNext(_writable, stream.Socket, ref written) || Send(stream);
            _streams.RemoveEnded();
        }

        /// <returns>False: the connection has ended.</returns>
        private static bool Receive(ServedStream stream)
        {
            var received = stream.Socket.Receive(stream.Echo.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            return received > 0 && stream.Echo.Arrived(received) && Send(stream);
        }

        private static bool Send(ServedStream stream)
        {
            if (!stream.Echo.HasOutgoing)
            {
                stream.Echo.Sent(0);
                return true;
            }
            var sent = stream.Socket.Send(stream.Echo.OutgoingSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
                return Kit.Sockets.IsNothingYet(error);
            stream.Echo.Sent(sent);
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
            waitNs == ServedStreams.WithoutEnd ? Timeout.Infinite : (int)(waitNs / NsPerMicrosecond)
        );

    private static bool IsNext(List<Socket> ready, Socket socket, ref int next)
    {
        if (next == ready.Count || ready[next] != socket)
            return false;
        next++;
        return true;
    }
}
