namespace Pingmark.Impairment;

/// <summary>
/// Says which packets a share befalls. Of each thousand exactly the share, at places drawn without replacement: as
/// random as independent draws to whoever sees some of them, and no stack meets more than another by chance. What a
/// share leaves of a thousand goes to the next one.
/// </summary>
internal sealed class PacketSelector(double share, Random random)
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
