using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Who may be answered: senders that have said hello, the last ones of them if they are many.</summary>
/// <param name="sendsUnasked">Its stack calls <see cref="SendDue"/>.</param>
public sealed class DatagramEcho(Token? token, Server server, bool sendsUnasked = false)
{
    private readonly HashSet<Peer> _peers = new(Constants.KnownDatagramPeers);
    private readonly Queue<Peer> _oldestFirst = new(Constants.KnownDatagramPeers);
    private readonly Dictionary<Peer, OneWay> _oneWay = [];
    private readonly TickPeers? _ticks = sendsUnasked && token is not null ? new(token, server) : null;
    private readonly byte[] _acknowledgement = new byte[OneWay.AcknowledgementBytes];
    private readonly Counter _messages = server.Shared;
    private int _generation = server.Generation;

    /// <summary>How many may be answered.</summary>
    public int Peers => _peers.Count;

    /// <summary>Peers that send one way, or are sent snapshots. They have no socket of their own.</summary>
    public int SharingPeers => _oneWay.Count + (_ticks?.Count ?? 0);

    /// <summary>Until the next tick; <see cref="Ticker.Never"/> where nobody is sent anything.</summary>
    public long WaitNs => _ticks?.WaitNs ?? Ticker.Never;

    /// <summary>At most one tick, so that what arrives is received in between.</summary>
    public void SendDue(SendTo send) => _ticks?.SendDue(send);

    /// <param name="datagram">What was received.</param>
    /// <returns>What to send back to the peer; empty when it gets no answer.</returns>
    public ReadOnlySpan<byte> Answer(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        if (_generation != server.Generation)
            Forget();
        if (token is not null && IsHello(datagram))
        {
            if (_oneWay.Remove(peer))
                server.Forgot(_generation);
            if (_ticks is not null && _ticks.Forget(in peer))
                server.Forgot(_generation);
            if (_peers.Add(peer))
                Remember(peer);
            return Token.Answer;
        }
        if (token is null || _peers.Contains(peer))
            return AnswerKnown(datagram);
        if (BeginsTicks(datagram, in peer) || BeginsOneWay(datagram, in peer))
            return Token.Answer;
        if (_ticks is not null && _ticks.Contains(in peer))
            return AnswerInput(datagram, in peer);
        if (_oneWay.TryGetValue(peer, out var oneWay))
            return Acknowledge(oneWay, datagram);
        server.CountRejected();
        server.Remember(in peer);
        return default;
    }

    /// <summary>The same for a peer that has said hello.</summary>
    public ReadOnlySpan<byte> AnswerKnown(ReadOnlySpan<byte> datagram)
    {
        if (token is not null)
        {
            if (IsHello(datagram))
                return Token.Answer;
            if (datagram.Length < Constants.MinBodyBytes)
            {
                server.CountBadFrame();
                return default;
            }
        }
        _messages.Add(1);
        return datagram;
    }

    private bool BeginsTicks(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        var before = _ticks?.Count;
        if (_ticks is null || !_ticks.Greets(datagram, in peer))
            return false;
        if (_ticks.Count > before)
            server.Met(_generation);
        return true;
    }

    private ReadOnlySpan<byte> AnswerInput(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        var answer = AnswerKnown(datagram);
        if (!answer.IsEmpty)
            _ticks!.Input(in peer);
        return answer;
    }

    private bool BeginsOneWay(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        if (OneWay.OfHello(token!, datagram) is not { } begun)
            return false;
        if (_oneWay.ContainsKey(peer))
            return true;
        if (_oneWay.Count == Constants.KnownDatagramPeers)
            return false;
        _oneWay.Add(peer, begun);
        server.Met(_generation);
        return true;
    }

    private ReadOnlySpan<byte> Acknowledge(OneWay peer, ReadOnlySpan<byte> datagram)
    {
        if (datagram.Length < OneWay.AcknowledgementBytes)
        {
            server.CountBadFrame();
            return default;
        }
        var sequence = BinaryPrimitives.ReadUInt32LittleEndian(datagram);
        var isAsked = peer.Arrived(sequence);
        _messages.Add(1);
        if (!isAsked)
            return default;
        peer.Acknowledge(sequence, _acknowledgement);
        return _acknowledgement;
    }

    private bool IsHello(ReadOnlySpan<byte> datagram) =>
        datagram.Length == Token.HelloBytes && token!.IsHello(datagram);

    private void Remember(Peer peer)
    {
        if (_oldestFirst.Count == Constants.KnownDatagramPeers)
        {
            _peers.Remove(_oldestFirst.Dequeue());
            server.Forgot(_generation);
        }
        _oldestFirst.Enqueue(peer);
        server.Met(_generation);
    }

    /// <summary>All peers, as the server has: who stays must say hello again.</summary>
    public void Forget()
    {
        _generation = server.Generation;
        _peers.Clear();
        _oneWay.Clear();
        _ticks?.ForgetAll();
        _oldestFirst.Clear();
    }
}
