using System.Net;
using System.Net.Sockets;
using kcp2k;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kcp2k;

/// <summary>One connection of a client.</summary>
internal sealed class Connection : PolledConnection
{
    /// <summary>For sockets that are many, with few messages each.</summary>
    private const int BufferBytes = 1 << 20;

    private readonly KcpChannel _channel;
    private readonly PolledClient _client;
    private readonly byte[] _outgoing;

    /// <summary>With several in flight, one datagram brings several messages, and their successors leave in
    /// one.</summary>
    private readonly bool _flushesAtOnce;
    private bool _isReceiving;
    private string _error = "closed by the peer, or nobody listens there";

    public Connection(Client client, Lane lane)
        : base(client, lane)
    {
        var plan = client.Plan;
        _channel = Config.ChannelOf(plan.IsReliable);
        _outgoing = new byte[plan.MessageBytes];
        _flushesAtOnce = plan.InFlight == 1;
        _client = new PolledClient(
            Connected,
            (message, _) => Arrived(message),
            () => Ended(_error),
            (error, reason) => _error = $"{error}: {reason}",
            Config.Make(plan.Address.AddressFamily, BufferBytes, plan.Options)
        );
    }

    public override Socket Socket => _client.Socket;

    public override void Connect(IPEndPoint server)
    {
        _client.Connect(server.Address.ToString(), (ushort)server.Port);
        Config.Flush(Release.PeerOf(_client));
    }

    private void Connected()
    {
        Greeting.Connected();
        if (Greeting.Hello.Length > 0)
            _client.Send(Greeting.Hello, KcpChannel.Reliable);
    }

    public override void Receive()
    {
        _isReceiving = true;
        _client.Receive();
        _isReceiving = false;
        Config.Flush(Release.PeerOf(_client));
    }

    public override void Tick(int elapsedMs) => _client.Tick();

    protected override void Failed() => Receive();

    protected override void Send(ReadOnlySpan<byte> message)
    {
        message.CopyTo(_outgoing);
        _client.Send(_outgoing, _channel);
    }

    /// <summary>Unreliable messages have left already.</summary>
    protected override void Flush()
    {
        if (_channel == KcpChannel.Reliable && (_flushesAtOnce || !_isReceiving))
            Config.Flush(Release.PeerOf(_client));
    }

    public override void Dispose() => _client.Disconnect();
}
