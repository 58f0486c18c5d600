namespace Pingmark.Worker.Kit;

/// <summary>A thread's share of the connections, all watched by one epoll, and served when something arrived or their
/// timers are due.</summary>
public sealed class PolledLane
{
    /// <summary>More at once would overflow the server's buffers, and what is lost there is repeated after half a
    /// second.</summary>
    private const int MostConnecting = 64;

    private readonly Client _client;
    private readonly Lane _lane;
    private readonly Epoll _epoll;
    private readonly int _tickMs;
    private readonly long _quarterTick;
    private PolledConnection[] _connections = [];
    private long _nextTick;

    /// <summary>Shares the connections among client_threads lanes.</summary>
    public static EffectiveOptions Connect(Client client, Func<Lane, PolledConnection> open)
    {
        var lanes = new PolledLane[Math.Min(client.Plan.Library.ClientThreads, client.Plan.Connections)];
        for (var i = 0; i < lanes.Length; i++)
            lanes[i] = new(client);
        var opened = 0;
        OpenSome();
        client.Handshakes.Await(() =>
        {
            foreach (var lane in lanes)
                lane.Serve(waitMs: 1, Clock.Now());
            OpenSome();
        });
        return SocketOptions.ReadBack(lanes[0]._connections[0].Socket);

        void OpenSome()
        {
            while (opened < client.Plan.Connections && lanes.Sum(l => l.Connecting) < MostConnecting)
                lanes[opened++ % lanes.Length].Open(open);
        }
    }

    private PolledLane(Client client)
    {
        _client = client;
        _lane = client.NewLane();
        _lane.OnMeasure(Measure, Rest);
        _epoll = client.Handshakes.Owns(new Epoll());
        _tickMs = client.Plan.Library.TickMs;
        _quarterTick = _tickMs * Clock.Millisecond / 4;
    }

    /// <summary>Connections whose hello is not answered yet.</summary>
    private int Connecting => _connections.Count(c => !c.IsAnswered);

    private void Open(Func<Lane, PolledConnection> open)
    {
        var connection = _client.Handshakes.Owns(open(_lane));
        connection.Connect(_client.Plan.Address);
        _epoll.Watch(connection.Socket.Handle, _connections.Length);
        _connections = [.. _connections, connection];
    }

    private void Measure()
    {
        while (_lane.IsRunning)
        {
            Serve((int)Math.Min(_tickMs, _lane.WaitNs / Clock.Millisecond), _lane.Now);
            _lane.EndPass();
        }
    }

    private void Rest() => Serve(waitMs: 0, Clock.Now(), atRest: true);

    /// <summary>Waits for the network, and serves those that it brought something, and those whose timers are
    /// due.</summary>
    private void Serve(int waitMs, long now, bool atRest = false)
    {
        // One call may not tell of all that are ready.
        for (var left = _connections.Length; left > 0; left -= Epoll.MostEvents, waitMs = 0)
            if (ServeReady(_epoll.Wait(waitMs), now) < Epoll.MostEvents)
                break;
        if (now >= _nextTick)
            Tick(now, atRest);
    }

    private int ServeReady(int ready, long now)
    {
        for (var i = 0; i < ready; i++)
        {
            var connection = _connections[_epoll.Ready(i)];
            if (_epoll.HasFailed(i))
            {
                connection.Failed();
                continue;
            }
            if (connection.ReceiveTicks)
                connection.TickedAt = now;
            connection.Receive();
        }
        return ready;
    }

    /// <summary>Those that did not tick lately have their turn. Looking four times a tick keeps all within
    /// it.</summary>
    private void Tick(long now, bool atRest)
    {
        _nextTick = now + _quarterTick;
        foreach (var connection in _connections)
        {
            if (now - connection.TickedAt < 3 * _quarterTick || atRest && connection.ReceiveTicks)
                continue;
            var elapsedMs = (now - connection.TickedAt) / Clock.Millisecond;
            connection.TickedAt += elapsedMs * Clock.Millisecond;
            connection.Tick((int)elapsedMs);
        }
    }
}
