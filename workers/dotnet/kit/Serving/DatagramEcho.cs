namespace Pingmark.Worker.Kit;

/// <summary>Who may be answered: senders that have said hello, the last ones of them if they are many.</summary>
public sealed class DatagramEcho(Token? token, ServerCounts counts)
{
    private const int MostPeers = 1 << 14;

    private readonly HashSet<Peer> _peers = new(MostPeers);
    private readonly Queue<(Peer Peer, Tally Tally)> _oldestFirst = new(MostPeers);
    private readonly Tally _messages = counts.Shared;

    /// <param name="datagram">What was received.</param>
    /// <returns>What to send back to the peer; empty when it gets no answer.</returns>
    public ReadOnlySpan<byte> Answer(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        if (token is not null)
        {
            if (datagram.Length == Token.HelloBytes && token.IsHello(datagram))
            {
                if (_peers.Add(peer))
                    Remember(peer);
                return Token.Answer;
            }
            if (!_peers.Contains(peer))
            {
                counts.CountRejected();
                return default;
            }
            if (datagram.Length < StreamFlow.MinBody)
            {
                counts.CountBadFrame();
                return default;
            }
        }
        _messages.Add(1);
        return datagram;
    }

    private void Remember(Peer peer)
    {
        if (_oldestFirst.Count == MostPeers)
        {
            var oldest = _oldestFirst.Dequeue();
            _peers.Remove(oldest.Peer);
            counts.Ended(oldest.Tally);
        }
        _oldestFirst.Enqueue((peer, counts.Opened()));
    }
}
