using System.Net;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.ENet;

/// <summary>A client's connection: an ENet host with one peer.</summary>
internal sealed unsafe class Connection : PolledConnection
{
    private const byte Channel = 0;

    private readonly Host _host = Host.ForClient();

    /// <summary>Without the flag ENet sends unreliable messages that need several datagrams reliably.</summary>
    private readonly uint _flags;
    private Native.Peer* _peer;

    /// <summary>The next event, while some are being served.</summary>
    private Native.Event _next;
    private bool _hasNext;
    private bool _isNextKnown = true;

    public Connection(Client client, Lane lane)
        : base(client, lane)
    {
        _flags = client.Plan.IsReliable ? Native.Reliable : Native.UnreliableFragments;
        client.Plan.Options.Apply(Socket);
        Kit.Sockets.ReportRefusals(Socket);
    }

    public override Socket Socket => _host.Socket;
    protected override bool ReceiveTicks => true;

    public override void Connect(IPEndPoint server)
    {
        _peer = _host.Connect(server);
        Flush();
    }

    public override void Tick(int elapsedMs) => Receive();

    /// <summary>Acknowledges what a server sends, before it gives the connection up.</summary>
    public override void Receive()
    {
        fixed (Native.Event* next = &_next)
            _hasNext = Native.Service(_host, next, 0) > 0;
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
        fixed (Native.Event* next = &_next)
            _hasNext = Native.Dispatch(_host, next) > 0;
    }

    private void Handle(in Native.Event happened)
    {
        switch (happened.Type)
        {
            case Native.Received:
                Arrived(happened.Packet->Message);
                Native.Destroy(happened.Packet);
                break;
            case Native.Connected:
                Host.Configure(_peer);
                if (Greeting.Hello.Length > 0)
                    Native.Send(_peer, Channel, Greeting.Hello, Native.Reliable);
                Greeting.Connected();
                Native.Flush(_host);
                break;
            case Native.Disconnected:
                Ended("disconnected by the peer, or no longer answered by it");
                break;
        }
    }

    protected override void Send(ReadOnlySpan<byte> message) => Native.Send(_peer, Channel, message, _flags);

    /// <summary>What one datagram brought is replaced by one: only the last of its messages flushes.</summary>
    protected override void Flush()
    {
        if (!_isNextKnown)
            FindNext();
        if (!_hasNext)
            Native.Flush(_host);
    }

    public override void Dispose() => _host.Dispose();
}
