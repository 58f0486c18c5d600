namespace Pingmark.Worker.Kit;

/// <summary>Who may be answered: senders that have said hello.</summary>
public sealed class DatagramEcho(Token? token, ServerCounts counts)
{
    private readonly HashSet<Peer> _peers = [];
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
                    counts.Opened();
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
}
