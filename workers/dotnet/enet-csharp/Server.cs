using ENet;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENetCSharp;

/// <summary>One thread serves all peers, as ENet demands.</summary>
internal sealed class Server(Host host, ListenPlan plan, Server server)
{
    private readonly MessageEcho?[] _echoes = new MessageEcho?[Library.maxPeers];

    public void Run()
    {
        while (true)
            // What is answered here leaves first thing at the next call of Service, before it receives or waits: one
            // pass over the peers less than flushing.
            for (
                var any = host.Service(plan.Library.TickMs, out var happened);
                any > 0;
                any = host.CheckEvents(out happened)
            )
                Handle(in happened);
    }

    private void Handle(in Event happened)
    {
        var peer = happened.Peer;
        ref var echo = ref _echoes[peer.ID];
        switch (happened.Type)
        {
            case EventType.Connect:
                Hosts.Configure(peer);
                echo = new MessageEcho(plan.Token, counts);
                break;
            case EventType.Disconnect or EventType.Timeout:
                echo?.Dispose();
                echo = null;
                break;
            case EventType.Receive:
                var packet = happened.Packet;
                var answer = echo!.Answer(Hosts.MessageIn(packet));
                if (!answer.IsEmpty)
                    Hosts.Send(peer, happened.ChannelID, answer);
                else if (echo.IsRejected)
                    peer.Disconnect(0);
                packet.Dispose();
                break;
        }
    }
}
