using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>One thread serves all peers, as ENet demands.</summary>
internal sealed class Serving(Host host, ListenPlan plan, Server server)
{
    private readonly MessageEcho?[] _echoes = new MessageEcho?[Host.MostPeers];
    private readonly Peer[] _peers = new Peer[Host.MostPeers];
    private readonly Order _endAll = server.OrderToEndAll();

    public void Begin() => new Thread(Run) { IsBackground = true, Name = "serve" }.Start();

    /// <summary>The peer at this place has said hello.</summary>
    public bool HasGreeted(int place) => _echoes[place] is { IsGreeted: true };

    private void Run()
    {
        while (true)
        {
            // What is answered here leaves first thing at the next call of Service, before it receives or waits: one
            // pass over the peers less than flushing.
            for (var any = host.Service(plan.Library.TickMs, out var happened); any; any = host.Dispatch(out happened))
                Handle(in happened);
            if (_endAll.IsGiven)
                EndAll();
        }
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
                echo = new MessageEcho(plan.Token, server);
                _peers[peer.Index] = peer;
                break;
            case EventKind.Disconnected:
            case EventKind.TimedOut:
                echo?.Dispose();
                echo = null;
                break;
            case EventKind.Received:
                var answer = echo!.Answer(happened.Message);
                if (!answer.IsEmpty)
                    happened.Answer(peer, answer);
                else if (echo.IsRejected)
                    peer.Disconnect();
                happened.Release();
                break;
        }
    }
}
