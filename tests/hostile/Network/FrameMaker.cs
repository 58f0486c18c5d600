using System.Buffers.Binary;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Changes valid frames or datagrams in a few places, as a broken or an evil sender would. There are millions
/// of them, so all are made in one buffer: each is good until the next.</summary>
internal sealed class FrameMaker(Case made, IReadOnlyList<byte[]> corpus)
{
    public const int Longest = 70_000;

    private const int Short = 64,
        MostChanges = 4,
        Kinds = 12;

    private static readonly byte[] Bytes = [0, 1, 0x7F, 0x80, 0xFE, 0xFF];

    private static readonly uint[] Words =
    [
        0,
        1,
        3,
        4,
        20,
        65_535,
        65_536,
        65_537,
        0x00FF_FFFF,
        0x7FFF_FFFF,
        0x8000_0000,
        0xFFFF_FFFF,
        0xFFFF_0000,
    ];

    private readonly byte[] _bytes = new byte[Longest],
        _other = new byte[Longest];
    private int _count;

    public ReadOnlySpan<byte> Next()
    {
        _count = 0;
        Insert(0, made.One(corpus));
        for (var changes = made.Random.Next(MostChanges + 1); changes > 0; changes--)
            Change(made.Random.Next(Kinds));
        return _bytes.AsSpan(0, _count);
    }

    private void Change(int kind)
    {
        if (kind < 5 && _count == 0)
            return;
        switch (kind)
        {
            case 0:
                _bytes[SomeByte()] ^= (byte)(1 << made.Random.Next(8));
                break;
            case 1:
                _bytes[SomeByte()] = made.One(Bytes);
                break;
            case 2:
                _bytes[SomeByte()] = (byte)made.Random.Next(256);
                break;
            case 3:
                SetWord(SomeByte());
                break;
            case 4:
                // The first bytes say what it is, and how long.
                SetWord(SomeByte() % 4);
                break;
            case 5:
                _count = SomeEnd();
                break;
            case 6:
                Cut(SomeEnd());
                break;
            case 7:
                Insert(_count, Noise());
                break;
            case 8:
                Insert(SomeEnd(), Noise());
                break;
            case 9:
                Insert(SomeEnd(), Copy(_bytes.AsSpan(0, _count)));
                break;
            case 10:
                Insert(SomeEnd(), made.One(corpus));
                break;
            default:
                var other = made.One(corpus);
                _count = SomeEnd();
                Insert(_count, other.AsSpan(made.Random.Next(other.Length + 1)));
                break;
        }
    }

    private int SomeByte() => made.Random.Next(_count);

    private int SomeEnd() => made.Random.Next(_count + 1);

    private void SetWord(int at)
    {
        Span<byte> word = stackalloc byte[sizeof(uint)];
        if (made.InPercent(50))
            BinaryPrimitives.WriteUInt32LittleEndian(word, made.One(Words));
        else
            BinaryPrimitives.WriteUInt32BigEndian(word, made.One(Words));
        word[..Math.Min(word.Length, _count - at)].CopyTo(_bytes.AsSpan(at));
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

    private ReadOnlySpan<byte> Copy(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_other);
        return _other.AsSpan(0, bytes.Length);
    }

    private void Cut(int begin)
    {
        _bytes.AsSpan(begin, _count - begin).CopyTo(_bytes);
        _count -= begin;
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
