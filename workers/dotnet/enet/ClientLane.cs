using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>A thread's share of the connections: one ENet host each, all watched by one epoll and served when something arrived or their timers are due.</summary>
internal sealed unsafe class ClientLane
{
    private const byte Channel = 0;
    private const int RestMs = 100;
    private const int FillsPerServe = 64;

    private readonly Session _session;
    private readonly Lane _lane;
    private readonly Epoll _epoll = new();
    private readonly uint _flags;
    private readonly int _tickMs;
    private readonly long _quarterTick;
    /// <summary>Held by whoever serves the hosts: the lane for a whole measurement, the timer for a moment between two.</summary>
    private readonly Lock _serving = new();
    private readonly Timer _rest;
    private Client[] _clients = [];
    private long _now;
    private long _nextTick;

    private sealed class Client(Host host, Native.Peer* peer, Greeting greeting, MessageFlow flow)
    {
        public Host Host => host;
        public Native.Peer* Peer => peer;
        public Greeting Greeting => greeting;
        public MessageFlow Flow => flow;
        public long ServedAt { get; set; }
    }

    public ClientLane(Session session)
    {
        _session = session;
        _lane = session.NewLane();
        _lane.OnMeasure(Measure);
        // Without the flag ENet sends unreliable messages that need several datagrams reliably.
        _flags = session.Plan.IsReliable ? Native.Reliable : Native.UnreliableFragments;
        _tickMs = session.Plan.Library.TickMs;
        _quarterTick = _tickMs * Clock.Millisecond / 4;
        _rest = new Timer(_ => Rest());
    }

    /// <summary>Connections whose hello is not answered yet.</summary>
    public int Connecting { get; private set; }

    public void Connect()
    {
        Connecting++;
        var host = _session.Handshakes.Owns(Host.ForClient());
        _session.Plan.Options.Apply(host.Socket);
        var greeting = _session.Handshakes.Begin(isStream: false);
        Kit.Sockets.ReportRefusals(host.Socket);
        _epoll.Watch(host.Socket.Handle, _clients.Length);
        _clients = [.. _clients, new(host, host.Connect(_session.Plan.Address), greeting, _lane.AddMessages())];
        Native.Flush(host);
    }

    public EffectiveOptions ReadBack() => SocketOptions.ReadBack(_clients[0].Host.Socket);

    /// <summary>All are connected: from now on they are kept alive.</summary>
    public void Start() => _rest.Change(RestMs, RestMs);

    /// <summary>Acknowledges what a server sends to connections that rest, before it gives them up. Events wait for the next measurement.</summary>
    private void Rest()
    {
        if (!_serving.TryEnter())
            return;
        try
        {
            var ready = _epoll.Wait(0);
            for (var i = 0; i < ready; i++)
                Native.Service(_clients[_epoll.Ready(i)].Host, null, 0);
        }
        finally
        {
            _serving.Exit();
        }
    }

    private void Measure()
    {
        lock (_serving)
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
        Native.Flush(client.Host);
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
        Native.Event happened;
        for (var any = Native.Service(client.Host, &happened, 0) > 0; any;)
        {
            if (happened.Type == Native.Received && client.Greeting.IsAnswered)
            {
                any = Exchange(client, &happened);
                continue;
            }
            HandleOther(client, in happened);
            any = Native.Dispatch(client.Host, &happened) > 0;
        }
    }

    /// <summary>What one datagram brought is replaced by one: the last of its messages flushes, and is verified after that.</summary>
    /// <returns>Whether there is another event.</returns>
    private bool Exchange(Client client, Native.Event* happened)
    {
        var packet = happened->Packet;
        client.Flow.Arrived(packet->Message);
        if (client.Flow.HasOutgoing)
            SendNext(client);
        var any = Native.Dispatch(client.Host, happened) > 0;
        if (!any)
            Native.Flush(client.Host);
        client.Flow.Settle(packet->Message);
        Native.Destroy(packet);
        return any;
    }

    private void SendNext(Client client)
    {
        Native.Send(client.Peer, Channel, client.Flow.OutgoingSpan, _flags);
        client.Flow.Sent();
    }

    private void HandleOther(Client client, in Native.Event happened)
    {
        switch (happened.Type)
        {
            case Native.Connected:
                Host.Configure(client.Peer);
                if (client.Greeting.Hello.Length > 0)
                    Native.Send(client.Peer, Channel, client.Greeting.Hello, Native.Reliable);
                client.Greeting.Connected();
                CountAnswered(client);
                Native.Flush(client.Host);
                break;
            case Native.Received:
                client.Greeting.Arrived(happened.Packet->Message);
                CountAnswered(client);
                Native.Destroy(happened.Packet);
                break;
            case Native.Disconnected:
                Ended(client, "disconnected by the peer, or no longer answered by it");
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
