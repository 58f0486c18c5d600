using System.Buffers.Binary;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Changes valid frames or datagrams in a few places, as a broken or an evil sender would. There are millions
/// of them, so all are made in one buffer: each is good until the next.</summary>
internal sealed class FrameMaker(Case made, IReadOnlyList<byte[]> corpus)
{
    private const int Longest = 70_000,
        Short = 64,
        MostChanges = 4;

    private static readonly byte[] Bytes = [0, 1, 0x7F, 0x80, 0xFE, 0xFF];

    private static readonly uint[] Words =
    [
        .. new uint[] { 0, 1, 3, 4, 20, 65_535, 65_536, 65_537 },
        .. new uint[] { 0x00FF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_0000 },
    ];

    private readonly byte[] _bytes = new byte[Longest],
        _other = new byte[Longest];
    private int _count;

    public ReadOnlySpan<byte> Next()
    {
        _count = 0;
        Insert(0, made.One(corpus));
        for (var changes = made.Random.Next(MostChanges + 1); changes > 0; changes--)
            Change();
        return _bytes.AsSpan(0, _count);
    }

    private void Change()
    {
        var end = made.Random.Next(_count + 1);
        var at = Math.Max(0, end - 1);
        switch (made.Random.Next(9))
        {
            case 0:
                _bytes[at] ^= (byte)(1 << made.Random.Next(8));
                break;
            case 1:
                _bytes[at] = made.InPercent(50) ? made.One(Bytes) : (byte)made.Random.Next(256);
                break;
            case 2:
                // The first bytes say what it is, and how long.
                SetWord(made.InPercent(50) ? at : at % 4);
                break;
            case 3:
                _count = end;
                break;
            case 4:
                _bytes.AsSpan(end, _count - end).CopyTo(_bytes);
                _count -= end;
                break;
            case 5:
                Insert(end, Noise());
                break;
            case 6:
                _bytes.AsSpan(0, _count).CopyTo(_other);
                Insert(end, _other.AsSpan(0, _count));
                break;
            case 7:
                Insert(end, made.One(corpus));
                break;
            default:
                var other = made.One(corpus);
                _count = end;
                Insert(end, other.AsSpan(made.Random.Next(other.Length + 1)));
                break;
        }
    }

    private void SetWord(int at)
    {
        Span<byte> word = stackalloc byte[sizeof(uint)];
        if (made.InPercent(50))
            BinaryPrimitives.WriteUInt32LittleEndian(word, made.One(Words));
        else
            BinaryPrimitives.WriteUInt32BigEndian(word, made.One(Words));
        word[..Math.Clamp(_count - at, 0, word.Length)].CopyTo(_bytes.AsSpan(at));
    }

    private ReadOnlySpan<byte> Noise()
    {
        var noise = _other.AsSpan(0, made.Random.Next(made.InPercent(1) ? Longest : Short));
        if (made.InPercent(50))
            made.Random.NextBytes(noise);
        else
            noise.Clear();
        return noise;
    }

    /// <summary>So much of it as there is room for.</summary>
    private void Insert(int at, ReadOnlySpan<byte> other)
    {
        other = other[..Math.Min(other.Length, Longest - _count)];
        _bytes.AsSpan(at, _count - at).CopyTo(_bytes.AsSpan(at + other.Length));
        other.CopyTo(_bytes.AsSpan(at));
        _count += other.Length;
    }
}
