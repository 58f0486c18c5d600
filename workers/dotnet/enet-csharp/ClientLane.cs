using System.Net.Sockets;
using ENet;
using Pingmark.Worker.Kit;
using Peer = ENet.Peer;

namespace Pingmark.Worker.ENetCSharp;

/// <summary>A thread's share of the connections: one ENet host each, all watched by one epoll and served when something arrived or their timers are due.</summary>
internal sealed class ClientLane
{
    private const int FillsPerServe = 64;

    private readonly Session _session;
    private readonly Lane _lane;
    private readonly Epoll _epoll = new();
    private readonly byte _channel;
    private readonly int _tickMs;
    private readonly long _quarterTick;
    private Client[] _clients = [];
    private long _now;
    private long _nextTick;

    private sealed class Client(Host host, Socket socket, Peer peer, Greeting greeting, MessageFlow flow)
    {
        public Host Host => host;
        public Socket Socket => socket;
        public Peer Peer => peer;
        public Greeting Greeting => greeting;
        public MessageFlow Flow => flow;
        public long ServedAt { get; set; }
    }

    public ClientLane(Session session)
    {
        _session = session;
        _lane = session.NewLane();
        _lane.OnMeasure(Measure);
        _channel = session.Plan.IsReliable ? Hosts.ReliableChannel : Hosts.UnreliableChannel;
        _tickMs = session.Plan.Library.TickMs;
        _quarterTick = _tickMs * Clock.Millisecond / 4;
    }

    /// <summary>Connections whose hello is not answered yet.</summary>
    public int Connecting { get; private set; }

    public void Connect()
    {
        Connecting++;
        var host = _session.Handshakes.Owns(Hosts.ForClient());
        var socket = Hosts.SocketOf(host);
        _session.Plan.Options.Apply(socket);
        var greeting = _session.Handshakes.Begin(isStream: false);
        Kit.Sockets.ReportRefusals(socket);
        _epoll.Watch(socket.Handle, _clients.Length);
        _clients = [.. _clients, new(host, socket, Hosts.Connect(host, _session.Plan.Address), greeting, _lane.AddMessages())];
        host.Flush();
    }

    public EffectiveOptions ReadBack() => SocketOptions.ReadBack(_clients[0].Socket);

    private void Measure()
    {
        while (_lane.IsRunning)
        {
            if (_lane.NeedsFill)
                Fill();
            Serve(_tickMs);
        }
    }

    /// <summary>
    /// Serves in between: thousands of messages at once take much longer than ENet has seen a round trip take, so that it would repeat every reliable one
    /// again and again, and bury the server.
    /// </summary>
    private void Fill()
    {
        _lane.Filled();
        for (var i = 0; i < _clients.Length; i++)
        {
            if (_clients[i].Flow.Fill())
                Send(_clients[i]);
            if (i % FillsPerServe == FillsPerServe - 1)
                ServeReady(waitMs: 0);
        }
    }

    private void Send(Client client)
    {
        do
            SendNext(client);
        while (client.Flow.Fill());
        client.Host.Flush();
    }

    /// <summary>Waits for the network, and serves the hosts that it brought something, and those whose timers are due.</summary>
    public void Serve(int waitMs)
    {
        ServeReady(waitMs);
        if (_now >= _nextTick)
            Tick();
    }

    private void ServeReady(int waitMs)
    {
        var ready = _epoll.Wait(waitMs);
        _now = Clock.Now();
        for (var i = 0; i < ready; i++)
        {
            var client = _clients[_epoll.Ready(i)];
            if (_epoll.HasFailed(i))
                Ended(client, "nobody listens there, or it can't be reached");
            else
                Serve(client);
        }
    }

    /// <summary>ENet resends and times out when it is served: those that were not lately have their turn. Looking four times a tick keeps all within it.</summary>
    private void Tick()
    {
        _nextTick = _now + _quarterTick;
        foreach (var client in _clients)
            if (_now - client.ServedAt >= 3 * _quarterTick)
                Serve(client);
        if (_lane.IsRunning)
            _lane.Tick();
    }

    private void Serve(Client client)
    {
        client.ServedAt = _now;
        for (var any = client.Host.Service(0, out var happened) > 0; any;)
        {
            if (happened.Type == EventType.Receive && client.Greeting.IsAnswered)
            {
                any = Exchange(client, ref happened);
                continue;
            }
            HandleOther(client, in happened);
            any = client.Host.CheckEvents(out happened) > 0;
        }
    }

    /// <summary>What one datagram brought is replaced by one: the last of its messages flushes, and is verified after that.</summary>
    /// <returns>Whether there is another event.</returns>
    private bool Exchange(Client client, ref Event happened)
    {
        var packet = happened.Packet;
        var message = Hosts.MessageIn(packet);
        client.Flow.Arrived(message);
        if (client.Flow.HasOutgoing)
            SendNext(client);
        var any = client.Host.CheckEvents(out happened) > 0;
        if (!any)
            client.Host.Flush();
        client.Flow.Settle(message);
        packet.Dispose();
        return any;
    }

    private void SendNext(Client client)
    {
        Hosts.Send(client.Peer, _channel, client.Flow.OutgoingSpan);
        client.Flow.Sent();
    }

    private void HandleOther(Client client, in Event happened)
    {
        switch (happened.Type)
        {
            case EventType.Connect:
                Hosts.Configure(client.Peer);
                if (client.Greeting.Hello.Length > 0)
                    Hosts.Send(client.Peer, Hosts.ReliableChannel, client.Greeting.Hello);
                client.Greeting.Connected();
                CountAnswered(client);
                client.Host.Flush();
                break;
            case EventType.Receive:
                var packet = happened.Packet;
                client.Greeting.Arrived(Hosts.MessageIn(packet));
                CountAnswered(client);
                packet.Dispose();
                break;
            case EventType.Disconnect:
                Ended(client, "disconnected by the peer");
                break;
            case EventType.Timeout:
                Ended(client, "the peer no longer answers");
                break;
        }
    }

    private void CountAnswered(Client client) => Connecting -= client.Greeting.IsAnswered ? 1 : 0;

    private void Ended(Client client, string reason)
    {
        if (client.Greeting.IsAnswered)
            _lane.ConnectionEnded(reason);
        else
            _session.Handshakes.Fail(reason);
    }
}
