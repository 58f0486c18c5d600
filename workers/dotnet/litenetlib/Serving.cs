using System.Net.Sockets;
using LiteNetLib;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.LiteNetLib;

/// <summary>One thread receives a batch, echoes it into the library, and lets the library send to all peers at
/// once.</summary>
internal sealed class Serving
{
    /// <summary>To send, the library goes through all its peers, so that should serve all messages that wait; but
    /// overload must not keep it from sending.</summary>
    private const int MostAtOnce = 1024;

    private readonly ListenPlan _plan;
    private readonly NetManager _manager;
    private readonly Socket _socket;
    private readonly Order _endAll;
    private readonly MessageTicks _ticks;

    public Serving(ListenPlan plan, Server server)
    {
        _plan = plan;
        _endAll = server.OrderToEndAll();
        _ticks = new MessageTicks(plan.Token, server);
        var events = new EventBasedNetListener();
        events.ConnectionRequestEvent += request => request.Accept();
        events.PeerConnectedEvent += peer =>
            peer.Tag = _ticks.NewEcho((snapshot, isReliable) => peer.Send(snapshot, Managers.MethodOf(isReliable)));
        events.PeerDisconnectedEvent += (peer, _) => Echo(peer).Dispose();
        events.NetworkReceiveEvent += (peer, message, _, method) =>
            Answer(peer, message.RawData.AsSpan(message.UserDataOffset, message.UserDataSize), method);
        _manager = Managers.Start(events, plan.Address, plan.Library);
        Managers.ReceivesAtOnce(_manager, MostAtOnce);
        _socket = Managers.SocketOf(_manager);
        plan.Options.ApplyToDatagramServer(_socket);
    }

    public Listening Start()
    {
        new Thread(Serve) { IsBackground = true, Name = "serve" }.Start();
        return Sockets.Describe(_socket);
    }

    private void Serve()
    {
        var tick = _plan.Library.TickMs;
        var last = Clock.Now();
        while (true)
        {
            if (_ticks.Await(_socket, tick))
                Managers.Receive(_manager);
            _ticks.SendDue();
            var elapsed = (int)((Clock.Now() - last) / Clock.Millisecond);
            last += elapsed * Clock.Millisecond;
            _manager.ManualUpdate(elapsed);
            if (_endAll.IsGiven)
                EndAll();
        }
    }

    /// <summary>In manual mode the library calls back at once.</summary>
    private void EndAll()
    {
        _manager.DisconnectAll();
        _endAll.Done();
    }

    private static MessageEcho Echo(NetPeer peer) => (MessageEcho)peer.Tag;

    private static void Answer(NetPeer peer, ReadOnlySpan<byte> message, DeliveryMethod method)
    {
        var echo = Echo(peer);
        var answer = echo.Answer(message, method == Managers.MethodOf(isReliable: true));
        if (!answer.IsEmpty)
            peer.Send(answer, method);
        else if (echo.IsRejected)
            peer.Disconnect();
    }
}
