using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>A client's connection by a library that does nothing on threads of its own.</summary>
public interface IPolledConnection : IDisposable
{
    Socket Socket { get; }

    /// <summary>Takes what has arrived, and sends what that gives cause to.</summary>
    void Receive();

    /// <summary>The library's timers and resends.</summary>
    void Tick(int elapsedMs);

    /// <summary>Sends a message for each vacant slot.</summary>
    void Fill();
}

/// <summary>One thread that waits for all its connections at once.</summary>
public sealed class PolledLane
{
    private readonly Lane _lane;
    private readonly Epoll _epoll;
    private readonly IPolledConnection[] _connections;
    private readonly int _tickMs;
    private long _ticked = Clock.Now();

    /// <summary>Shares the connections among client_threads lanes.</summary>
    public static EffectiveOptions Connect(Session session, Func<Lane, IPolledConnection> open)
    {
        var connections = session.Plan.Connections;
        var threads = Math.Min(session.Plan.Library.ClientThreads, connections);
        var lanes = Enumerable
            .Range(0, threads)
            .Select(i => new PolledLane(session, connections / threads + (i < connections % threads ? 1 : 0), open))
            .ToArray();
        return SocketOptions.ReadBack(lanes[0]._connections[0].Socket);
    }

    private PolledLane(Session session, int connections, Func<Lane, IPolledConnection> open)
    {
        _lane = session.NewLane();
        _tickMs = session.Plan.Library.TickMs;
        _epoll = session.Handshakes.Owns(new Epoll());
        _connections = new IPolledConnection[connections];
        for (var i = 0; i < connections; i++)
        {
            _connections[i] = session.Handshakes.Owns(open(_lane));
            _epoll.Watch(_connections[i].Socket.Handle, i);
        }
        session.Handshakes.Await(() => Serve(_tickMs));
        _lane.OnMeasure(Measure, Rest);
    }

    private void Measure()
    {
        while (_lane.IsRunning)
        {
            if (_lane.NeedsFill)
                Fill();
            if (Serve(_tickMs))
                _lane.Tick();
        }
    }

    private void Rest() => Serve(waitMs: 0);

    private void Fill()
    {
        _lane.Filled();
        foreach (var connection in _connections)
            connection.Fill();
    }

    /// <returns>Whether a tick was due: then messages can be lost, whether something arrived or not.</returns>
    private bool Serve(int waitMs)
    {
        var ready = _epoll.Wait(waitMs);
        for (var i = 0; i < ready; i++)
            _connections[_epoll.Ready(i)].Receive();
        var elapsed = (int)((Clock.Now() - _ticked) / Clock.Millisecond);
        if (elapsed < _tickMs)
            return false;
        _ticked += elapsed * Clock.Millisecond;
        foreach (var connection in _connections)
            connection.Tick(elapsed);
        return true;
    }
}
