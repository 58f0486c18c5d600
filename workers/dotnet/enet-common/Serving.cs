using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>One thread serves all peers, as ENet demands.</summary>
internal sealed class Serving(Host host, ListenPlan plan, Server server)
{
    private readonly MessageEcho?[] _echoes = new MessageEcho?[Host.MostPeers];

    public void Run()
    {
        while (true)
            // What is answered here leaves first thing at the next call of Service, before it receives or waits: one
            // pass over the peers less than flushing.
            for (var any = host.Service(plan.Library.TickMs, out var happened); any; any = host.Dispatch(out happened))
                Handle(in happened);
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
