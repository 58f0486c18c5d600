namespace Pingmark.Worker.Kit;

/// <summary>How a datagram goes to a peer. What can't be sent is lost.</summary>
public delegate void SendTo(ReadOnlySpan<byte> datagram, in Peer to);

/// <summary>The peers of a datagram server that are sent snapshots. They have no socket of their own.</summary>
internal sealed class TickPeers(Token token, Server server)
{
    private readonly Ticker _ticker = new(isFramed: false);

    /// <summary>And the last tick that each gets.</summary>
    private readonly Dictionary<Peer, long> _peers = [];

    public long WaitNs => _ticker.WaitNs;

    public int Count => _peers.Count;

    public bool Contains(in Peer peer) => _peers.ContainsKey(peer);

    /// <returns>Whether this is a hello that is answered: the first of its sender, or the same again.</returns>
    public bool Greets(ReadOnlySpan<byte> datagram, in Peer peer)
    {
        if (TickPlan.OfHello(token, datagram) is not { } asked)
            return false;
        if (_peers.ContainsKey(peer))
            return _ticker.Sends(asked);
        if (_peers.Count == Constants.KnownDatagramPeers || !_ticker.Add(asked))
            return false;
        _peers.Add(peer, -1);
        return true;
    }

    /// <summary>It has sent something.</summary>
    public void Input(in Peer peer) => _peers[peer] = _ticker.Input();

    /// <returns>False: it is none of these.</returns>
    public bool Forget(in Peer peer)
    {
        if (!_peers.Remove(peer))
            return false;
        _ticker.Remove();
        return true;
    }

    public void ForgetAll()
    {
        for (var left = _peers.Count; left > 0; left--)
            _ticker.Remove();
        _peers.Clear();
    }

    public void SendDue(SendTo send)
    {
        if (_ticker.TakeDue() is not { } due)
            return;
        foreach (var (peer, lastTick) in _peers)
            if (due.Tick <= lastTick)
            {
                server.CountSnapshot();
                send(due.Message, in peer);
            }
    }
}
