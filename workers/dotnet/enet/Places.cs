namespace Pingmark.Worker.ENet;

/// <summary>Where a host keeps its peers, which neither library tells: an array, whose items begin alike in
/// both.</summary>
internal sealed unsafe class Places
{
    private const int HostAt = 16,
        NumberAt = 26,
        LargestPeer = 4096;

    private readonly byte* _peers;
    private readonly int _bytes;

    /// <param name="peers">The first of them.</param>
    public Places(nint host, nint peers)
    {
        _peers = (byte*)peers;
        // Each knows its host and its number: where the second begins, the first ends.
        do if ((_bytes += sizeof(nint)) > LargestPeer)
            throw new InvalidOperationException("this library's peers are not where they should be");
        while (*(nint*)(_peers + _bytes + HostAt) != host || *(ushort*)(_peers + _bytes + NumberAt) != 1);
    }

    public bool IsFree(int place) => Host.IsFree(At(place));

    public void Reset(int place) => Host.Reset(At(place));

    /// <summary>The one that the library gives away next; negative: none.</summary>
    public int FirstFree()
    {
        for (var place = 0; place < Host.MostPeers; place++)
            if (IsFree(place))
                return place;
        return -1;
    }

    private nint At(int place) => (nint)(_peers + (long)place * _bytes);
}
