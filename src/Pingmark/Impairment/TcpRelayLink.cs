using System.Net;
using System.Net.Sockets;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Takes connections, and passes their bytes on by connections of its own: later, and no faster than the rate.
/// Since each stream ends here and begins anew, none of its packets can be lost or reordered, connecting takes no
/// longer than without a network, and congestion control sees this machine alone. What finds no room is not
/// read.</summary>
internal sealed class TcpRelayLink : Pump
{
    private const int PieceBytes = 16_384;
    private const int Backlog = 1_024;

    /// <summary>The numbers of IPPROTO_TCP and TCP_SYNCNT; with two more tries connecting takes 7 s at most.</summary>
    private const int TcpLevel = 6,
        ConnectTries = 7,
        MostConnectTries = 2;

    /// <summary>The place of the socket that clients connect to, after the wake-up descriptor.</summary>
    private const int FrontPlace = 1;

    private readonly Dictionary<int, StreamPair> _pairsByFlow = [],
        _pairsByPlace = [];
    private readonly Stack<int> _freePlaces = new();
    private readonly HashSet<int> _paused = [];
    private readonly byte[] _buffer = new byte[PieceBytes];
    private Socket? _front;
    private IPEndPoint? _server;
    private int _lastFlow;
    private long _wakeNs = long.MaxValue;

    public TcpRelayLink() => Begin();

    public override string? ListenAddress => null;

    protected override long WakeNs => _wakeNs;

    public override ServerAddress Behind(ServerAddress server) =>
        Ask(() =>
        {
            _server = server.Ip;
            _front = new(_server.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            _front.Bind(new IPEndPoint(Sockets.FrontFor(_server.Address), 0));
            _front.Listen(Backlog);
            Watch((int)_front.Handle);
            var here = (IPEndPoint)_front.LocalEndPoint!;
            return server with { Host = $"{here.Address}", Port = here.Port };
        });

    protected override void Receive(int index, long nowNs)
    {
        if (index == FrontPlace)
            Accept();
        else if (_pairsByPlace.TryGetValue(index, out var pair))
            Receive(pair, index, isFromClient: index == pair.ClientPlace, nowNs);
    }

    protected override void Send(bool isUp, int flow, ReadOnlySpan<byte> packet)
    {
        if (!_pairsByFlow.TryGetValue(flow, out var pair))
            return;
        pair.BufferFor(isUp).Send(packet);
        Settle(pair);
    }

    /// <summary>Watches again those that were paused, since there may be room before the rate.</summary>
    protected override void Wake(long nowNs)
    {
        _wakeNs = long.MaxValue;
        foreach (var place in _paused)
            WatchFor(place, PollEntry.Readable);
        _paused.Clear();
    }

    protected override void Forget()
    {
        foreach (var pair in _pairsByFlow.Values.ToList())
            End(pair);
    }

    protected override void Close()
    {
        Forget();
        _front?.Dispose();
    }

    private void Accept()
    {
        Socket? client = null;
        Socket? server = null;
        try
        {
            client = _front!.Accept();
            server = new(_server!.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            client.NoDelay = server.NoDelay = true;
            // The thread waits for it: a machine that is gone must not stop all others for minutes.
            server.SetRawSocketOption(TcpLevel, ConnectTries, BitConverter.GetBytes(MostConnectTries));
            server.Connect(_server);
            client.Blocking = server.Blocking = false;
        }
        catch (SocketException)
        {
            // The server does not take it, and so the client must not think so.
            client?.Dispose();
            server?.Dispose();
            return;
        }
        var pair = new StreamPair(client, server, ++_lastFlow);
        _pairsByFlow[pair.Flow] = pair;
        pair.ClientPlace = WatchPair(pair, pair.ClientFd);
        pair.ServerPlace = WatchPair(pair, pair.ServerFd);
    }

    private int WatchPair(StreamPair pair, int fd)
    {
        if (_freePlaces.TryPop(out var place))
            WatchAt(place, fd);
        else
            place = Watch(fd);
        _pairsByPlace[place] = pair;
        return place;
    }

    private void Receive(StreamPair pair, int place, bool isFromClient, long nowNs)
    {
        var returned = Returned(place);
        if ((returned & PollEntry.Writable) != 0)
            pair.BufferFor(!isFromClient).SendRest();
        if ((returned & PollEntry.Readable) != 0)
            Read(pair, place, isFromClient, nowNs);
        else if ((returned & PollEntry.Ended) != 0)
        {
            // What both sides sent before they left is still under way.
            if (pair.IsClientRead && pair.IsServerRead)
                Unwatch(place);
            else
                End(pair);
            return;
        }
        Settle(pair);
    }

    private void Read(StreamPair pair, int place, bool isFromClient, long nowNs)
    {
        var line = isFromClient ? Up : Down;
        if (line.RoomAtNs(nowNs) is var roomNs && roomNs > nowNs)
        {
            _paused.Add(place);
            _wakeNs = Math.Min(_wakeNs, roomNs);
            return;
        }
        var length = Libc.Receive(isFromClient ? pair.ClientFd : pair.ServerFd, _buffer);
        if (length < 0)
            return;
        line.Offer(nowNs, pair.Flow, _buffer.AsSpan(0, length));
        pair.IsClientRead |= length == 0 && isFromClient;
        pair.IsServerRead |= length == 0 && !isFromClient;
    }

    /// <summary>Watches for what the pair waits for, and ends the pair when that is nothing.</summary>
    private void Settle(StreamPair pair)
    {
        if (pair.HasEnded)
        {
            End(pair);
            return;
        }
        WatchSide(pair.ClientPlace, pair.IsClientRead, pair.BufferFor(isServer: true), pair.BufferFor(isServer: false));
        WatchSide(pair.ServerPlace, pair.IsServerRead, pair.BufferFor(isServer: false), pair.BufferFor(isServer: true));
    }

    /// <summary>Watches a side for what it sends, except while its peer takes nothing, and for room for what it has not
    /// taken.</summary>
    private void WatchSide(int place, bool isRead, StreamPair.Unsent toPeer, StreamPair.Unsent toSide)
    {
        var reads = !isRead && toPeer.IsEmpty && !_paused.Contains(place);
        WatchFor(place, (short)((reads ? PollEntry.Readable : 0) | (toSide.IsEmpty ? 0 : PollEntry.Writable)));
    }

    private void End(StreamPair pair)
    {
        foreach (var place in new[] { pair.ClientPlace, pair.ServerPlace })
        {
            Unwatch(place);
            _paused.Remove(place);
            _pairsByPlace.Remove(place);
            _freePlaces.Push(place);
        }
        _pairsByFlow.Remove(pair.Flow);
        pair.Dispose();
    }
}
