using System.Net;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>A client's connection: an ENet host with one peer.</summary>
internal sealed class Connection : PolledConnection
{
    private readonly Host _host = Host.ForClient();
    private readonly bool _isReliable;
    private Peer _peer;
    private bool _isConnected;

    /// <summary>The next event, while some are being served.</summary>
    private Event _next;
    private bool _hasNext;
    private bool _isNextKnown = true;

    public Connection(Client client, Lane lane)
        : base(client, lane)
    {
        _isReliable = client.Plan.IsReliable;
        client.Plan.Options.Apply(Socket);
        Kit.Sockets.ReportRefusals(Socket);
    }

    public override Socket Socket => _host.Socket;
    protected override bool ReceiveTicks => true;

    public override void Connect(IPEndPoint server)
    {
        _peer = _host.Connect(server);
        _host.Flush();
    }

    public override void Tick(int elapsedMs) => Receive();

    /// <summary>Acknowledges what a server sends, before it gives the connection up.</summary>
    public override void Receive()
    {
        _hasNext = _host.Service(0, out _next);
        while (_hasNext)
        {
            var happened = _next;
            _isNextKnown = false;
            Handle(in happened);
            if (!_isNextKnown)
                FindNext();
        }
    }

    private void FindNext()
    {
        _isNextKnown = true;
        _hasNext = _host.Dispatch(out _next);
    }

    private void Handle(in Event happened)
    {
        switch (happened.Kind)
        {
            case EventKind.Received:
                Arrived(happened.Message);
                happened.Release();
                break;
            case EventKind.Connected:
                _isConnected = true;
                _peer.Configure();
                if (Greeting.Hello.Length > 0)
                    _peer.Send(Greeting.Hello, isReliable: true);
                Greeting.Connected();
                _host.Flush();
                break;
            case EventKind.Disconnected:
            case EventKind.TimedOut:
                _isConnected = false;
                Ended("disconnected by the peer, or no longer answered by it");
                break;
        }
    }

    protected override void Send(ReadOnlySpan<byte> message) => _peer.Send(message, _isReliable);

    /// <summary>What one datagram brought is replaced by one: only the last of its messages flushes.</summary>
    protected override void Flush()
    {
        if (!_isNextKnown)
            FindNext();
        if (!_hasNext)
            _host.Flush();
    }

    public override void Dispose()
    {
        if (_isConnected)
            _peer.DisconnectAtOnce();
        _host.Dispose();
    }
}
