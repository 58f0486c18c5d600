using System.Net;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>A client's connection: an ENet host with one peer.</summary>
internal sealed unsafe class Connection(Session session, Lane lane) : ServedConnection(session, lane)
{
    private const byte Channel = 0;

    private readonly Host _host = session.Handshakes.Owns(Host.ForClient());

    /// <summary>Without the flag ENet sends unreliable messages that need several datagrams reliably.</summary>
    private readonly uint _flags = session.Plan.IsReliable ? Native.Reliable : Native.UnreliableFragments;
    private Native.Peer* _peer;

    public override Socket Socket => _host.Socket;

    public override void Connect(IPEndPoint server)
    {
        _peer = _host.Connect(server);
        Flush();
    }

    /// <summary>Acknowledges what a server sends, before it gives the connection up.</summary>
    public override void Serve()
    {
        Native.Event happened;
        for (var any = Native.Service(_host, &happened, 0) > 0; any; )
        {
            if (happened.Type == Native.Received && Greeting.IsAnswered)
            {
                any = Exchange(&happened);
                continue;
            }
            HandleOther(in happened);
            any = Native.Dispatch(_host, &happened) > 0;
        }
    }

    /// <summary>What one datagram brought is replaced by one: the last of its messages flushes, and is verified after
    /// that.</summary>
    /// <returns>Whether there is another event.</returns>
    private bool Exchange(Native.Event* happened)
    {
        var packet = happened->Packet;
        Flow.Arrived(packet->Message);
        if (Flow.HasOutgoing)
            SendNext();
        var any = Native.Dispatch(_host, happened) > 0;
        if (!any)
            Flush();
        Flow.Settle(packet->Message);
        Native.Destroy(packet);
        return any;
    }

    protected override void SendNext()
    {
        Native.Send(_peer, Channel, Flow.OutgoingSpan, _flags);
        Flow.Sent();
    }

    protected override void Flush() => Native.Flush(_host);

    private void HandleOther(in Native.Event happened)
    {
        switch (happened.Type)
        {
            case Native.Connected:
                Host.Configure(_peer);
                if (Greeting.Hello.Length > 0)
                    Native.Send(_peer, Channel, Greeting.Hello, Native.Reliable);
                Greeting.Connected();
                Flush();
                break;
            case Native.Received:
                Greeting.Arrived(happened.Packet->Message);
                Native.Destroy(happened.Packet);
                break;
            case Native.Disconnected:
                Ended("disconnected by the peer, or no longer answered by it");
                break;
        }
    }
}
