using System.Buffers.Binary;

namespace Pingmark.Worker.ENet;

/// <summary>
/// Bounds the peers that have not said hello, for each address and in all. ENet gives a peer's place to whoever sends
/// one datagram, and answers it again and again for up to 30 s: 4,095 such datagrams would lock everybody out. The
/// newest takes the place of the oldest, so that a client, which needs a round trip or two, comes in all the same.
/// </summary>
/// <param name="isWelcome">Whether the peer at this place has said hello.</param>
/// <param name="turnedAway">The peer at this place is none any more.</param>
internal sealed class Newcomers(Places places, Func<int, bool> isWelcome, Action<int> turnedAway)
{
    /// <summary>Clients open 64 connections at a time, or fewer.</summary>
    public const int MostOfAddress = 256,
        MostOfAll = 1024;

    /// <summary>Who sends "connect", the only thing that a sender without a peer can say.</summary>
    private const ushort Nobody = 0x0FFF;

    private readonly List<Newcomer> _oldestFirst = new(MostOfAll + 1);

    private readonly record struct Newcomer(int Place, UInt128 Address);

    /// <summary>To be told of each datagram before the library looks at it.</summary>
    public void Arrived(ReadOnlySpan<byte> datagram, UInt128 address)
    {
        if (datagram.Length < sizeof(ushort) || (BinaryPrimitives.ReadUInt16BigEndian(datagram) & Nobody) != Nobody)
            return;
        _oldestFirst.RemoveAll(newcomer => places.IsFree(newcomer.Place) || isWelcome(newcomer.Place));
        if (_oldestFirst.Count(newcomer => newcomer.Address == address) >= MostOfAddress)
            TurnAway(_oldestFirst.FindIndex(newcomer => newcomer.Address == address));
        else if (_oldestFirst.Count >= MostOfAll || (places.FirstFree() < 0 && _oldestFirst.Count > 0))
            TurnAway(0);
        if (places.FirstFree() is >= 0 and var place)
            _oldestFirst.Add(new(place, address));
    }

    private void TurnAway(int oldest)
    {
        var place = _oldestFirst[oldest].Place;
        _oldestFirst.RemoveAt(oldest);
        places.Reset(place);
        turnedAway(place);
    }
}
