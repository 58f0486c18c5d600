using System.Net;
using System.Net.Sockets;
using ENet;
using Pingmark.Worker.Kit;
using Peer = ENet.Peer;

namespace Pingmark.Worker.ENetCSharp;

/// <summary>A client's connection: an ENet host with one peer.</summary>
internal sealed class Connection(Client client, Lane lane) : PolledConnection(client, lane)
{
    private readonly Host _host = client.Handshakes.Owns(Hosts.ForClient());
    private readonly byte _channel = client.Plan.IsReliable ? Hosts.ReliableChannel : Hosts.UnreliableChannel;
    private Socket? _socket;
    private Peer _peer;

    public override Socket Socket => _socket ??= Hosts.SocketOf(_host);

    public override void Connect(IPEndPoint server)
    {
        _peer = Hosts.Connect(_host, server);
        Flush();
    }

    public override void Serve()
    {
        for (var any = _host.Service(0, out var happened) > 0; any; )
        {
            if (happened.Type == EventType.Receive && Greeting.IsAnswered)
            {
                any = Exchange(ref happened);
                continue;
            }
            HandleOther(in happened);
            any = _host.CheckEvents(out happened) > 0;
        }
    }

    /// <summary>What one datagram brought is replaced by one: the last of its messages flushes, and is verified after
    /// that.</summary>
    /// <returns>Whether there is another event.</returns>
    private bool Exchange(ref Event happened)
    {
        var packet = happened.Packet;
        var message = Hosts.MessageIn(packet);
        Flow.Arrived(message);
        if (Flow.HasOutgoing)
            SendNext();
        var any = _host.CheckEvents(out happened) > 0;
        if (!any)
            Flush();
        Flow.Settle(message);
        packet.Dispose();
        return any;
    }

    protected override void SendNext()
    {
        Hosts.Send(_peer, _channel, Flow.OutgoingSpan);
        Flow.Sent();
    }

    protected override void Flush() => _host.Flush();

    private void HandleOther(in Event happened)
    {
        switch (happened.Type)
        {
            case EventType.Connect:
                Hosts.Configure(_peer);
                if (Greeting.Hello.Length > 0)
                    Hosts.Send(_peer, Hosts.ReliableChannel, Greeting.Hello);
                Greeting.Connected();
                Flush();
                break;
            case EventType.Receive:
                var packet = happened.Packet;
                Greeting.Arrived(Hosts.MessageIn(packet));
                packet.Dispose();
                break;
            case EventType.Disconnect:
                Ended("disconnected by the peer");
                break;
            case EventType.Timeout:
                Ended("the peer no longer answers");
                break;
        }
    }
}
