using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>How a datagram goes to a peer. What can't be sent is lost.</summary>
public delegate void SendTo(ReadOnlySpan<byte> datagram, in Peer to);

/// <summary>What a peer asked for in its hello, one of both.</summary>
/// <param name="OneWay">Its messages are counted.</param>
/// <param name="Ticks">It is sent snapshots between its echoes.</param>
internal sealed record SharingPeer(OneWay? OneWay, TickPlan? Ticks)
{
    /// <summary>The last tick that it gets.</summary>
    public long LastTick { get; set; } = -1;

    public bool AskedFor(OneWay? oneWay, TickPlan? ticks) => OneWay?.Part == oneWay?.Part && Ticks == ticks;
}

/// <summary>The peers of a datagram server that asked for something else than echoes alone. They have no socket of
/// their own.</summary>
internal sealed class SharingPeers(Token? token, Server server, bool sendsUnasked)
{
    private readonly Ticker _ticker = new(isFramed: false);
    private readonly Dictionary<Peer, SharingPeer> _peers = [];
    private readonly byte[] _acknowledgement = new byte[OneWay.AcknowledgementBytes];
    private readonly Counter _messages = server.Shared;
    private int _generation = server.Generation;

    public int Count => _peers.Count;

    /// <summary>Until the next tick.</summary>
    public long WaitNs => _ticker.WaitNs;

    /// <returns>Null: it is none of these.</returns>
    public SharingPeer? Find(in Peer peer) => _peers.GetValueOrDefault(peer);

    /// <returns>Whether this is a hello that is answered: the first of its sender, or the same again.</returns>
    public bool Greets(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        var oneWay = OneWay.OfHello(token!, datagram);
        var ticks = sendsUnasked ? TickPlan.OfHello(token!, datagram) : null;
        if (oneWay is null && ticks is null)
            return false;
        if (Find(in peer) is { } known && known.AskedFor(oneWay, ticks))
            return true;
        Forget(in peer);
        if (_peers.Count == Constants.KnownDatagramPeers || ticks is not null && !_ticker.Add(ticks))
            return false;
        _peers.Add(peer, new(oneWay, ticks));
        server.Met(_generation);
        return true;
    }

    /// <returns>What to send back to a peer that has sent a message; empty when it gets no answer.</returns>
    public ReadOnlySpan<byte> Answer(SharingPeer peer, ReadOnlySpan<byte> datagram)
    {
        if (datagram.Length < (peer.OneWay is null ? Constants.MinBodyBytes : OneWay.AcknowledgementBytes))
        {
            server.CountBadFrame();
            return default;
        }
        _messages.Add(1);
        if (peer.OneWay is not { } oneWay)
        {
            peer.LastTick = _ticker.Input();
            return datagram;
        }
        var sequence = BinaryPrimitives.ReadUInt32LittleEndian(datagram);
        if (!oneWay.Arrived(sequence))
            return default;
        oneWay.Acknowledge(sequence, _acknowledgement);
        return _acknowledgement;
    }

    public void SendDue(SendTo send)
    {
        if (_ticker.TakeDue() is not { } due)
            return;
        foreach (var (address, peer) in _peers)
            if (due.Tick <= peer.LastTick)
            {
                server.CountSnapshot();
                send(due.Message, in address);
            }
    }

    /// <summary>If it is one of these.</summary>
    public void Forget(in Peer peer)
    {
        if (!_peers.Remove(peer, out var known))
            return;
        if (known.Ticks is not null)
            _ticker.Remove();
        server.Forgot(_generation);
    }

    /// <summary>As the server has.</summary>
    public void ForgetAll()
    {
        _generation = server.Generation;
        foreach (var peer in _peers.Values)
            if (peer.Ticks is not null)
                _ticker.Remove();
        _peers.Clear();
    }
}
