using System.Net;
using System.Net.Sockets;
using Pingmark.Model;

namespace Pingmark.Impairment;

/// <summary>Takes connections, and passes their bytes on by connections of its own: later, and no faster than the rate.
/// Each stream ends here and begins anew, so that no packet of it can be lost or reordered on the way, connecting takes
/// no longer than without a network, and congestion control sees this machine alone. What finds no room is not
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

    /// <summary>A flow is the number of a pair in the lower bits, and its generation in the upper ones.</summary>
    private const int NumberBits = 16,
        NumberMask = (1 << NumberBits) - 1,
        GenerationMask = 0x7FFF;

    private readonly List<StreamPair?> _pairs = [];
    private readonly Stack<int> _freeNumbers = new();
    private readonly Stack<int> _freePlaces = new();
    private readonly Dictionary<int, (int Number, bool IsClient)> _places = [];
    private readonly HashSet<int> _paused = [];
    private readonly byte[] _buffer = new byte[PieceBytes];
    private Socket? _front;
    private IPEndPoint? _server;
    private int _generation;
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
        else if (_places.TryGetValue(index, out var at) && _pairs[at.Number] is { } pair)
            Receive(pair, at.Number, index, at.IsClient, nowNs);
    }

    protected override void Send(bool isUp, int flow, ReadOnlySpan<byte> packet)
    {
        var number = flow & NumberMask;
        if (number >= _pairs.Count || _pairs[number] is not { } pair || pair.Generation != flow >> NumberBits)
            return;
        pair.BufferFor(isUp).Send(packet);
        Settle(pair, number);
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
        foreach (var (pair, number) in _pairs.Select((pair, number) => (pair, number)).ToList())
            if (pair is not null)
                End(pair, number);
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
        Begin(new(client, server));
    }

    private void Begin(StreamPair pair)
    {
        if (!_freeNumbers.TryPop(out var number))
        {
            number = _pairs.Count;
            _pairs.Add(null);
        }
        _pairs[number] = pair;
        pair.Generation = _generation = (_generation + 1) & GenerationMask;
        pair.ClientPlace = PlaceOf(pair.ClientFd, number, isClient: true);
        pair.ServerPlace = PlaceOf(pair.ServerFd, number, isClient: false);
    }

    private int PlaceOf(int fd, int number, bool isClient)
    {
        if (_freePlaces.TryPop(out var place))
            WatchAt(place, fd);
        else
            place = Watch(fd);
        _places[place] = (number, isClient);
        return place;
    }

    private void Receive(StreamPair pair, int number, int place, bool isFromClient, long nowNs)
    {
        var returned = Returned(place);
        if ((returned & PollEntry.Writable) != 0)
            pair.BufferFor(!isFromClient).SendRest();
        if ((returned & PollEntry.Readable) != 0)
            Read(pair, number, place, isFromClient, nowNs);
        else if ((returned & PollEntry.Ended) != 0)
        {
            // What both sides sent before they left is still under way.
            if (pair.IsRead(true) && pair.IsRead(false))
                Unwatch(place);
            else
                End(pair, number);
            return;
        }
        Settle(pair, number);
    }

    private void Read(StreamPair pair, int number, int place, bool isFromClient, long nowNs)
    {
        var line = isFromClient ? Up : Down;
        if (line.RoomAtNs(nowNs) is var roomNs && roomNs > nowNs)
        {
            _paused.Add(place);
            _wakeNs = Math.Min(_wakeNs, roomNs);
            return;
        }
        var length = Sys.Receive(isFromClient ? pair.ClientFd : pair.ServerFd, _buffer);
        if (length < 0)
            return;
        line.Offer(nowNs, number | pair.Generation << NumberBits, _buffer.AsSpan(0, length));
        if (length == 0)
            pair.MarkRead(isFromClient);
    }

    /// <summary>Watches for what the pair waits for, and ends the pair when that is nothing.</summary>
    private void Settle(StreamPair pair, int number)
    {
        if (pair.HasEnded)
        {
            End(pair, number);
            return;
        }
        WatchFor(pair.ClientPlace, Awaited(pair, isClient: true));
        WatchFor(pair.ServerPlace, Awaited(pair, isClient: false));
    }

    /// <summary>The events that a side is watched for. A side whose peer does not take what it gets is not
    /// read.</summary>
    private short Awaited(StreamPair pair, bool isClient)
    {
        var place = isClient ? pair.ClientPlace : pair.ServerPlace;
        var reads = !pair.IsRead(isClient) && pair.BufferFor(isClient).IsEmpty && !_paused.Contains(place);
        var writes = !pair.BufferFor(!isClient).IsEmpty;
        return (short)((reads ? PollEntry.Readable : 0) | (writes ? PollEntry.Writable : 0));
    }

    private void End(StreamPair pair, int number)
    {
        foreach (var place in new[] { pair.ClientPlace, pair.ServerPlace })
        {
            Unwatch(place);
            _paused.Remove(place);
            _places.Remove(place);
            _freePlaces.Push(place);
        }
        _pairs[number] = null;
        _freeNumbers.Push(number);
        pair.Dispose();
    }
}
