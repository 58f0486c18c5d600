namespace Pingmark.Worker.Kit;

/// <summary>Who may be answered: senders that have said hello, the last ones of them if they are many.</summary>
/// <param name="sendsUnasked">Its stack calls <see cref="SendDue"/>.</param>
public sealed class DatagramEcho(Token? token, Server server, bool sendsUnasked = false)
{
    private readonly HashSet<Peer> _peers = new(Constants.KnownDatagramPeers);
    private readonly Queue<Peer> _oldestFirst = new(Constants.KnownDatagramPeers);
    private readonly SharingPeers _sharing = new(token, server, sendsUnasked);
    private readonly Counter _messages = server.Shared;
    private int _generation = server.Generation;

    /// <summary>How many may be answered.</summary>
    public int Peers => _peers.Count;

    /// <summary>Peers that send one way, or are sent snapshots. They have no socket of their own.</summary>
    public int SharingPeers => _sharing.Count;

    /// <summary>Until the next tick; <see cref="Ticker.Never"/> where nobody is sent anything.</summary>
    public long WaitNs => _sharing.WaitNs;

    /// <summary>At most one tick, so that what arrives is received in between.</summary>
    public void SendDue(SendTo send) => _sharing.SendDue(send);

    /// <param name="datagram">What was received.</param>
    /// <returns>What to send back to the peer; empty when it gets no answer.</returns>
    public ReadOnlySpan<byte> Answer(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        if (_generation != server.Generation)
            Forget();
        if (token is not null && IsHello(datagram))
        {
            _sharing.Forget(in peer);
            if (_peers.Add(peer))
                Remember(peer);
            return Token.Answer;
        }
        if (token is null || _peers.Contains(peer))
            return AnswerKnown(datagram);
        if (_sharing.Greets(datagram, in peer))
            return Token.Answer;
        if (_sharing.Find(in peer) is { } sharing)
            return _sharing.Answer(sharing, datagram);
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
        _sharing.ForgetAll();
        _oldestFirst.Clear();
    }
}
