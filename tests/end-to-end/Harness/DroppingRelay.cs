using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>
/// A lossy network between the client and the server of datagrams, on loopback: passes everything on until it is told
/// to drop, and knows what it dropped.
/// Every client has a socket of its own towards the server, so that the server tells them apart.
/// </summary>
/// <param name="messageBytes">A datagram counts as the messages of this size that fit into it: a library's acks and
/// pings are none, and it may pack several into one.</param>
internal sealed class DroppingRelay : IDisposable
{
    /// <summary>As much as the system allows: what the relay itself lost would not be counted.</summary>
    private const int ReceiveBufferBytes = 4 << 20;

    private readonly Socket _front = NewSocket();
    private readonly IPEndPoint _server;
    private readonly int _messageBytes;
    private readonly ConcurrentDictionary<EndPoint, Flow> _flows = [];
    private double _share;

    public DroppingRelay(IPEndPoint server, int messageBytes)
    {
        (_server, _messageBytes) = (server, messageBytes);
        _front.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        SocketThread.Start(ReceiveFromClients);
    }

    public IPEndPoint EndPoint => (IPEndPoint)_front.LocalEndPoint!;

    /// <summary>The share of all datagrams that is dropped from now on. Counted is what happens while it is not
    /// 0.</summary>
    public void Drop(double share) => Volatile.Write(ref _share, share);

    /// <summary>The share of messages whose request or answer was dropped.</summary>
    public double RoundTripLoss
    {
        get
        {
            var (up, down) = (Sum(f => f.Up), Sum(f => f.Down));
            return (double)(up.DroppedMessages + down.DroppedMessages) / up.Messages;
        }
    }

    /// <summary>Of each direction, the share of datagrams that was dropped.</summary>
    public double[] DatagramLosses => [Sum(f => f.Up).DatagramLoss, Sum(f => f.Down).DatagramLoss];

    public void Dispose()
    {
        _front.Dispose();
        foreach (var flow in _flows.Values)
            flow.Back.Dispose();
    }

    private void ReceiveFromClients()
    {
        var buffer = new byte[65536];
        EndPoint client = new IPEndPoint(IPAddress.Any, 0);
        while (true)
        {
            var datagram = buffer.AsSpan(0, _front.ReceiveFrom(buffer, ref client));
            if (!_flows.TryGetValue(client, out var flow))
                flow = Open(client);
            if (Passes(flow.Up, datagram.Length))
                flow.Back.Send(datagram);
        }
    }

    private Flow Open(EndPoint client)
    {
        var back = NewSocket();
        back.Connect(_server);
        // Each direction of each flow has its own seed: what happens to its n-th datagram does not depend on how
        // threads take turns.
        var flow = new Flow(back, new(2 * _flows.Count), new(2 * _flows.Count + 1));
        _flows[client] = flow;
        SocketThread.Start(() => ReceiveFromServer(client, flow));
        return flow;
    }

    private void ReceiveFromServer(EndPoint client, Flow flow)
    {
        var buffer = new byte[65536];
        while (true)
        {
            var datagram = buffer.AsSpan(0, flow.Back.Receive(buffer));
            if (Passes(flow.Down, datagram.Length))
                _front.SendTo(datagram, client);
        }
    }

    private bool Passes(Direction direction, int bytes) =>
        Volatile.Read(ref _share) is not (> 0 and var share) || direction.Passes(share, bytes / _messageBytes);

    private Direction Sum(Func<Flow, Direction> of) =>
        _flows.Values.Select(of).Aggregate(new Direction(0), (a, b) => a.Plus(b));

    private static Socket NewSocket() =>
        new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveBufferSize = ReceiveBufferBytes };

    private sealed record Flow(Socket Back, Direction Up, Direction Down);

    /// <summary>Written by one thread.</summary>
    private sealed class Direction(int seed)
    {
        private readonly Random _random = new(seed);
        private long _datagrams,
            _droppedDatagrams,
            _messages,
            _droppedMessages;

        public long Messages => Volatile.Read(ref _messages);
        public long DroppedMessages => Volatile.Read(ref _droppedMessages);
        public double DatagramLoss => (double)Volatile.Read(ref _droppedDatagrams) / Volatile.Read(ref _datagrams);

        public bool Passes(double share, int messages)
        {
            _datagrams++;
            _messages += messages;
            if (_random.NextDouble() >= share)
                return true;
            _droppedDatagrams++;
            _droppedMessages += messages;
            return false;
        }

        public Direction Plus(Direction other) =>
            new(0)
            {
                _datagrams = _datagrams + other._datagrams,
                _droppedDatagrams = _droppedDatagrams + other._droppedDatagrams,
                _messages = _messages + other._messages,
                _droppedMessages = _droppedMessages + other._droppedMessages,
            };
    }
}
