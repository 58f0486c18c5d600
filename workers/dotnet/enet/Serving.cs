using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>One thread serves all peers, as ENet demands.</summary>
internal sealed unsafe class Serving(Host host, ListenPlan plan, Server server)
{
    private readonly MessageEcho?[] _echoes = new MessageEcho?[Native.MostPeers];

    public void Run()
    {
        Native.Event happened;
        while (true)
            // What is answered here leaves first thing at the next call of Service, before it receives or waits: one
            // pass over the peers less than flushing.
            for (
                var any = Native.Service(host, &happened, (uint)plan.Library.TickMs);
                any > 0;
                any = Native.Dispatch(host, &happened)
            )
                Handle(in happened);
    }

    private void Handle(in Native.Event happened)
    {
        ref var echo = ref _echoes[happened.Peer->IncomingId];
        switch (happened.Type)
        {
            case Native.Connected:
                Host.Configure(happened.Peer);
                echo = new MessageEcho(plan.Token, server);
                break;
            case Native.Disconnected:
                echo?.Dispose();
                echo = null;
                break;
            case Native.Received:
                Answer(in happened, echo!);
                Native.Destroy(happened.Packet);
                break;
        }
    }

    private static void Answer(in Native.Event received, MessageEcho echo)
    {
        var answer = echo.Answer(received.Packet->Message);
        if (!answer.IsEmpty)
            Native.Send(
                received.Peer,
                received.Channel,
                answer,
                (received.Packet->Flags & Native.Reliable) != 0 ? Native.Reliable : Native.UnreliableFragments
            );
        else if (echo.IsRejected)
            Native.Disconnect(received.Peer, 0);
    }
}
