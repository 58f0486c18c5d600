using System.Net;
using System.Net.Sockets;
using LiteNetLib;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.LiteNetLib;

/// <summary>One connection of a client: a manager, for a manager has one peer only at each address.</summary>
internal sealed class Connection : PolledConnection
{
    private readonly Handshakes _handshakes;
    private readonly MessageFlow _flow;
    private readonly Greeting _greeting;
    private readonly DeliveryMethod _method;
    private readonly NetManager _manager;
    private readonly NetPeer _peer;

    /// <summary>With several in flight, one datagram brings several messages, and their successors leave in
    /// one.</summary>
    private readonly bool _sendsAtOnce;

    public Connection(Client client, Lane lane)
    {
        var plan = client.Plan;
        _handshakes = client.Handshakes;
        _flow = lane.AddMessages();
        _method = plan.IsReliable ? DeliveryMethod.ReliableOrdered : DeliveryMethod.Unreliable;
        _sendsAtOnce = plan.InFlight == 1;
        var events = new EventBasedNetListener();
        events.PeerConnectedEvent += Connected;
        events.PeerDisconnectedEvent += (_, info) => Ended(info.Reason);
        events.NetworkReceiveEvent += (_, message, _, _) =>
            Arrived(message.RawData.AsSpan(message.UserDataOffset, message.UserDataSize));
        var address = plan.Address.Address;
        var any = address.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any;
        _manager = Managers.Start(
            events,
            new IPEndPoint(IPAddress.IsLoopback(address) ? address : any, 0),
            plan.Library
        );
        _manager.MaxPacketsReceivePerUpdate = 1;
        plan.Options.Apply(Socket);
        _greeting = _handshakes.Begin(isStream: false);
        _peer = _manager.Connect(plan.Address, "");
    }

    public Socket Socket => Managers.SocketOf(_manager);

    private void Connected(NetPeer peer)
    {
        _greeting.Connected();
        if (_greeting.Hello.Length > 0)
            peer.Send(_greeting.Hello, DeliveryMethod.ReliableOrdered);
    }

    private void Ended(DisconnectReason reason)
    {
        var text = reason switch
        {
            DisconnectReason.RemoteConnectionClose
            or DisconnectReason.ConnectionRejected
            or DisconnectReason.PeerNotFound => "closed by the peer",
            DisconnectReason.InvalidProtocol => "the peer speaks another version of LiteNetLib",
            DisconnectReason.ConnectionFailed => "nobody answered",
            _ => $"LiteNetLib: {reason}",
        };
        if (_greeting.IsAnswered)
            _flow.End(text);
        else
            _handshakes.Fail(text);
    }

    /// <summary>One datagram, and what it gives cause to send.</summary>
    public void Receive()
    {
        Managers.Receive(_manager);
        _manager.ManualUpdate(0);
    }

    public void Tick(int elapsedMs) => _manager.ManualUpdate(elapsedMs);

    private void Arrived(ReadOnlySpan<byte> message)
    {
        if (!_greeting.IsAnswered)
        {
            _greeting.Arrived(message);
            return;
        }
        _flow.Arrived(message);
        if (_flow.HasOutgoing)
            Send();
        if (_sendsAtOnce)
            _manager.ManualUpdate(0);
        _flow.Settle(message);
    }

    public void Fill()
    {
        while (_flow.Lane.IsRunning && _flow.Fill())
            Send();
        _manager.ManualUpdate(0);
    }

    private void Send()
    {
        _peer.Send(_flow.OutgoingSpan, _method);
        _flow.Sent();
    }

    public void Dispose() => _manager.Stop();
}
