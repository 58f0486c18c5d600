using Pingmark.Worker.Kit;

namespace Pingmark.Worker.LiteNetLib;

/// <summary>A lane: one thread that waits for all its connections at once.</summary>
internal sealed class Client
{
    private readonly Lane _lane;
    private readonly Epoll _epoll;
    private readonly Connection[] _connections;
    private readonly int _tickMs;
    private long _ticked = Clock.Now();

    public Client(Session session, int connections)
    {
        _lane = session.NewLane();
        _tickMs = session.Plan.Library.TickMs;
        _epoll = session.Handshakes.Owns(new Epoll());
        _connections = new Connection[connections];
        for (var i = 0; i < connections; i++)
        {
            _connections[i] = session.Handshakes.Owns(new Connection(session, _lane));
            _epoll.Watch(_connections[i].Socket.Handle, i);
        }
        session.Handshakes.Await(() => Serve());
        _lane.OnMeasure(Measure);
    }

    public EffectiveOptions Options => SocketOptions.ReadBack(_connections[0].Socket);

    private void Measure()
    {
        // Nobody listened while the lane was parked: that is no silence of the server.
        _ticked = Clock.Now();
        while (_lane.IsRunning)
        {
            if (_lane.NeedsFill)
                Fill();
            if (Serve())
                _lane.Tick();
        }
    }

    private void Fill()
    {
        _lane.Filled();
        foreach (var connection in _connections)
            connection.Fill();
    }

    /// <returns>Whether a tick was due: then messages can be lost, whether something arrived or not.</returns>
    private bool Serve()
    {
        var ready = _epoll.Wait(_tickMs);
        for (var i = 0; i < ready; i++)
            _connections[_epoll.Ready(i)].Receive();
        var elapsed = (int)((Clock.Now() - _ticked) / Clock.Millisecond);
        if (elapsed < _tickMs)
            return false;
        _ticked += elapsed * Clock.Millisecond;
        foreach (var connection in _connections)
            connection.Update(elapsed);
        return true;
    }
}
