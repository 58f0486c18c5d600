namespace Pingmark.Impairment;

/// <summary>Says which packets are lost, duplicated or reordered. Of each thousand it selects exactly the share, at
/// places that are drawn without replacement: whoever sees some of them can't tell these from independent draws, and no
/// stack meets more than another by chance. The fraction that is left of a thousand goes to the next one.</summary>
internal sealed class PacketSelector(double share, Random random) : IPacketChoice
{
    public const int Cards = 1_000;

    private const double Rounding = 1e-9;

    private int _left;
    private int _marked;
    private long _decks;

    public bool Next()
    {
        if (share <= 0)
            return false;
        if (_left == 0)
            (_left, _marked) = (Cards, (int)(MarkedIn(_decks + 1) - MarkedIn(_decks++)));
        var isMarked = random.Next(_left--) < _marked;
        if (isMarked)
            _marked--;
        return isMarked;
    }

    private long MarkedIn(long decks) => (long)Math.Floor(share * Cards * decks + Rounding);
}
