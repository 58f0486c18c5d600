namespace Pingmark.Worker.Kit;

/// <summary>A thread's share of the connections, all watched by one epoll, and served when something arrived or their
/// timers are due.</summary>
public sealed class ServedLane
{
    /// <summary>More at once would overflow the server's buffers, and what is lost there is repeated after half a
    /// second.</summary>
    private const int MostConnecting = 64;
    private const int FillsPerServe = 64;

    private readonly Session _session;
    private readonly Func<Lane, ServedConnection> _open;
    private readonly Lane _lane;
    private readonly Epoll _epoll;
    private readonly int _tickMs;
    private readonly long _quarterTick;
    private ServedConnection[] _connections = [];
    private long _now;
    private long _nextTick;

    /// <summary>Shares the connections among client_threads lanes.</summary>
    public static EffectiveOptions Connect(Session session, Func<Lane, ServedConnection> open)
    {
        var lanes = new ServedLane[Math.Min(session.Plan.Library.ClientThreads, session.Plan.Connections)];
        for (var i = 0; i < lanes.Length; i++)
            lanes[i] = new(session, open);
        var opened = 0;
        OpenSome();
        session.Handshakes.Await(() =>
        {
            foreach (var lane in lanes)
                lane.Serve(waitMs: 1);
            OpenSome();
        });
        return SocketOptions.ReadBack(lanes[0]._connections[0].Socket);

        void OpenSome()
        {
            while (opened < session.Plan.Connections && lanes.Sum(l => l.Connecting) < MostConnecting)
                lanes[opened++ % lanes.Length].Open();
        }
    }

    private ServedLane(Session session, Func<Lane, ServedConnection> open)
    {
        (_session, _open) = (session, open);
        _lane = session.NewLane();
        _lane.OnMeasure(Measure, () => ServeReady(waitMs: 0));
        _epoll = session.Handshakes.Owns(new Epoll());
        _tickMs = session.Plan.Library.TickMs;
        _quarterTick = _tickMs * Clock.Millisecond / 4;
    }

    /// <summary>Connections whose hello is not answered yet.</summary>
    private int Connecting => _connections.Count(c => !c.IsAnswered);

    private void Open()
    {
        var connection = _open(_lane);
        _session.Plan.Options.Apply(connection.Socket);
        Sockets.ReportRefusals(connection.Socket);
        _epoll.Watch(connection.Socket.Handle, _connections.Length);
        _connections = [.. _connections, connection];
        connection.Connect(_session.Plan.Address);
    }

    private void Measure()
    {
        while (_lane.IsRunning)
        {
            if (_lane.NeedsFill)
                Fill();
            Serve(_tickMs);
        }
    }

    /// <summary>
    /// Serves in between: thousands of messages at once take much longer than a library has seen a round trip take, so
    /// that it would repeat every reliable one
    /// again and again, and bury the server.
    /// </summary>
    private void Fill()
    {
        _lane.Filled();
        for (var i = 0; i < _connections.Length; i++)
        {
            _connections[i].Fill();
            if (i % FillsPerServe == FillsPerServe - 1)
                ServeReady(waitMs: 0);
        }
    }

    /// <summary>Waits for the network, and serves those that it brought something, and those whose timers are
    /// due.</summary>
    private void Serve(int waitMs)
    {
        ServeReady(waitMs);
        if (_now >= _nextTick)
            Tick();
    }

    private void ServeReady(int waitMs)
    {
        var ready = _epoll.Wait(waitMs);
        _now = Clock.Now();
        for (var i = 0; i < ready; i++)
        {
            var connection = _connections[_epoll.Ready(i)];
            if (_epoll.HasFailed(i))
                connection.Ended("nobody listens there, or it can't be reached");
            else
                Serve(connection);
        }
    }

    /// <summary>Those that were not served lately have their turn. Looking four times a tick keeps all within
    /// it.</summary>
    private void Tick()
    {
        _nextTick = _now + _quarterTick;
        foreach (var connection in _connections)
            if (_now - connection.ServedAt >= 3 * _quarterTick)
                Serve(connection);
        if (_lane.IsRunning)
            _lane.Tick();
    }

    private void Serve(ServedConnection connection)
    {
        connection.ServedAt = _now;
        connection.Serve();
    }
}
