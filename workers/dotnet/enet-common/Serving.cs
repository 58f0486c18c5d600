using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>One thread serves all peers, as ENet demands.</summary>
internal sealed class Serving(Host host, ListenPlan plan, Server server)
{
    private readonly MessageEcho?[] _echoes = new MessageEcho?[Host.MostPeers];
    private readonly Peer[] _peers = new Peer[Host.MostPeers];
    private readonly Order _endAll = server.OrderToEndAll();
    private readonly MessageTicks _ticks = new(plan.Token, server);

    public void Begin() => new Thread(Run) { IsBackground = true, Name = "serve" }.Start();

    /// <summary>The peer at this place has said hello.</summary>
    public bool HasGreeted(int place) => _echoes[place] is { IsGreeted: true };

    private void Run()
    {
        while (true)
        {
            // What is answered here leaves first thing at the next call of Service, before it receives or waits: one
            // pass over the peers less than flushing.
            for (var any = host.Service(WaitMs(), out var happened); any; any = host.Dispatch(out happened))
                Handle(in happened);
            _ticks.SendDue();
            if (_endAll.IsGiven)
                EndAll();
        }
    }

    /// <summary>ENet waits whole milliseconds: what is less of a tick's time is waited for here.</summary>
    private int WaitMs()
    {
        var waitNs = _ticks.WaitNs;
        if (waitNs is > 0 and < Clock.Millisecond)
        {
            host.Flush();
            _ticks.Await(host.Socket, plan.Library.TickMs);
        }
        return (int)Math.Min(plan.Library.TickMs, waitNs / Clock.Millisecond);
    }

    /// <summary>The peer at this place is none any more.</summary>
    public void TurnedAway(int place)
    {
        server.CountRejected();
        _echoes[place]?.Dispose();
        _echoes[place] = null;
    }

    private void EndAll()
    {
        for (var index = 0; index < _echoes.Length; index++)
            if (_echoes[index] is { } echo)
            {
                _peers[index].DisconnectAtOnce();
                echo.Dispose();
                _echoes[index] = null;
            }
        _endAll.Done();
    }

    private void Handle(in Event happened)
    {
        var peer = happened.Peer;
        ref var echo = ref _echoes[peer.Index];
        switch (happened.Kind)
        {
            case EventKind.Connected:
                peer.Configure();
                echo = _ticks.NewEcho(peer.Send);
                _peers[peer.Index] = peer;
                break;
            case EventKind.Disconnected:
            case EventKind.TimedOut:
                echo?.Dispose();
                echo = null;
                break;
            case EventKind.Received:
                var answer = echo!.Answer(happened.Message, happened.IsReliable);
                if (!answer.IsEmpty)
                    happened.Answer(peer, answer);
                else if (echo.IsRejected)
                    peer.Disconnect();
                happened.Release();
                break;
        }
    }
}
