using System.Net;

namespace Pingmark.Worker.Kit;

/// <summary>Who may be answered: senders that have said hello. Looks peers up without allocating.</summary>
public sealed class DatagramEcho(Token? token, ServerCounts counts)
{
    private readonly HashSet<SocketAddress> _peers = [];
    private readonly Tally _messages = counts.Opened();

    /// <param name="datagram">What was received.</param>
    /// <returns>What to send back to the peer; empty when it gets no answer.</returns>
    public ReadOnlySpan<byte> Answer(ReadOnlySpan<byte> datagram, SocketAddress peer)
    {
        if (token is not null)
        {
            if (datagram.Length == Token.HelloBytes && token.IsHello(datagram))
            {
                if (!_peers.Contains(peer))
                    Add(peer);
                return Token.Answer;
            }
            if (!_peers.Contains(peer))
            {
                counts.CountRejected();
                return default;
            }
            if (datagram.Length < StackDescription.MinMessageBytes)
            {
                counts.CountBadFrame();
                return default;
            }
        }
        _messages.Add(1);
        return datagram;
    }

    private void Add(SocketAddress peer)
    {
        var copy = new SocketAddress(peer.Family, peer.Size);
        peer.Buffer.Span[..peer.Size].CopyTo(copy.Buffer.Span);
        _peers.Add(copy);
        counts.Opened();
    }
}
