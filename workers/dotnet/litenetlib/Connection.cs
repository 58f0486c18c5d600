using System.Net;
using System.Net.Sockets;
using LiteNetLib;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.LiteNetLib;

/// <summary>One connection of a client: a manager, for a manager has one peer only at each address.</summary>
internal sealed class Connection : PolledConnection
{
    private readonly DeliveryMethod _method;
    private readonly NetManager _manager;
    private NetPeer? _peer;

    /// <summary>With several in flight, one datagram brings several messages, and their successors leave in
    /// one.</summary>
    private readonly bool _sendsAtOnce;
    private bool _isReceiving;

    public Connection(Client client, Lane lane)
        : base(client, lane)
    {
        var plan = client.Plan;
        _method = Managers.MethodOf(plan.IsReliable);
        _sendsAtOnce = plan.InFlight == 1;
        var events = new EventBasedNetListener();
        events.PeerConnectedEvent += Connected;
        events.PeerDisconnectedEvent += (_, info) => Ended(ReasonOf(info.Reason));
        events.NetworkReceiveEvent += (_, message, _, _) =>
            Arrived(message.RawData.AsSpan(message.UserDataOffset, message.UserDataSize));
        var address = plan.Address.Address;
        var any = address.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any;
        _manager = Managers.Start(
            events,
            new IPEndPoint(IPAddress.IsLoopback(address) ? address : any, 0),
            plan.Library
        );
        Managers.ReceivesAtOnce(_manager, 1);
        plan.Options.Apply(Socket);
    }

    public override Socket Socket => Managers.SocketOf(_manager);

    public override void Connect(IPEndPoint server) => _peer = _manager.Connect(server, "");

    private void Connected(NetPeer peer)
    {
        Greeting.Connected();
        if (Greeting.Hello.Length > 0)
            peer.Send(Greeting.Hello, DeliveryMethod.ReliableOrdered);
    }

    private static string ReasonOf(DisconnectReason reason) =>
        reason switch
        {
            DisconnectReason.RemoteConnectionClose
            or DisconnectReason.ConnectionRejected
            or DisconnectReason.PeerNotFound => "closed by the peer",
            DisconnectReason.InvalidProtocol => "the peer speaks another version of LiteNetLib",
            DisconnectReason.ConnectionFailed => "nobody answered",
            _ => $"LiteNetLib: {reason}",
        };

    /// <summary>One datagram, and what it gives cause to send.</summary>
    public override void Receive()
    {
        _isReceiving = true;
        Managers.Receive(_manager);
        _isReceiving = false;
        _manager.ManualUpdate(0);
    }

    public override void Tick(int elapsedMs) => _manager.ManualUpdate(elapsedMs);

    protected override void Send(ReadOnlySpan<byte> message) => _peer!.Send(message, _method);

    protected override void Flush()
    {
        if (_sendsAtOnce || !_isReceiving)
            _manager.ManualUpdate(0);
    }

    public override void Dispose() => _manager.Stop();
}
