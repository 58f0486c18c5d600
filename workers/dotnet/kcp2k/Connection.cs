using System.Net.Sockets;
using kcp2k;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kcp2k;

/// <summary>One connection of a client.</summary>
internal sealed class Connection : PolledConnection
{
    /// <summary>For sockets that are many, with few messages each.</summary>
    private const int BufferBytes = 1 << 20;

    private readonly Handshakes _handshakes;
    private readonly MessageFlow _flow;
    private readonly Greeting _greeting;
    private readonly KcpChannel _channel;
    private readonly PolledClient _client;
    private readonly byte[] _outgoing;

    /// <summary>With several in flight, one datagram brings several messages, and their successors leave in
    /// one.</summary>
    private readonly bool _flushesAtOnce;
    private string _error = "closed by the peer, or nobody listens there";

    public Connection(Client client, Lane lane)
    {
        var plan = client.Plan;
        _handshakes = client.Handshakes;
        _flow = lane.AddMessages();
        _channel = plan.IsReliable ? KcpChannel.Reliable : KcpChannel.Unreliable;
        _outgoing = new byte[plan.MessageBytes];
        _flushesAtOnce = plan.IsReliable && plan.InFlight == 1;
        var config = Config.Make(plan.Address.AddressFamily, BufferBytes, plan.Options);
        _client = new PolledClient(Connected, Arrived, Ended, (error, reason) => _error = $"{error}: {reason}", config);
        _greeting = _handshakes.Begin(isStream: false);
        _client.Connect(plan.Address.Address.ToString(), (ushort)plan.Address.Port);
        Config.Flush(_client);
    }

    public Socket Socket => _client.Socket;

    private void Connected()
    {
        _greeting.Connected();
        if (_greeting.Hello.Length > 0)
            _client.Send(_greeting.Hello, KcpChannel.Reliable);
    }

    private void Ended()
    {
        if (_greeting.IsAnswered)
            _flow.End(_error);
        else
            _handshakes.Fail(_error);
    }

    public void Receive()
    {
        _client.Receive();
        Config.Flush(_client);
    }

    public void Tick(int elapsedMs) => _client.Tick();

    private void Arrived(ArraySegment<byte> message, KcpChannel channel)
    {
        if (!_greeting.IsAnswered)
        {
            _greeting.Arrived(message);
            return;
        }
        _flow.Arrived(message);
        if (_flow.HasOutgoing)
            Send();
        if (_flushesAtOnce)
            Config.Flush(_client);
        _flow.Settle(message);
    }

    public void Fill()
    {
        while (_flow.Lane.IsRunning && _flow.Fill())
            Send();
        Config.Flush(_client);
    }

    private void Send()
    {
        _flow.OutgoingSpan.CopyTo(_outgoing);
        _client.Send(_outgoing, _channel);
        _flow.Sent();
    }

    public void Dispose() => _client.Disconnect();
}
