using System.Buffers.Binary;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Changes a valid frame or datagram in a few places, as a broken or an evil sender would.</summary>
internal static class FrameMutations
{
    private const int Longest = 70_000,
        Short = 64;

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

    private static readonly Func<Case, byte[], IReadOnlyList<byte[]>, byte[]>[] All =
    [
        (made, bytes, _) => Changed(made, bytes, (copy, at) => copy[at] ^= (byte)(1 << made.Random.Next(8))),
        (made, bytes, _) => Changed(made, bytes, (copy, at) => copy[at] = made.One(Bytes)),
        (made, bytes, _) => Changed(made, bytes, (copy, at) => copy[at] = (byte)made.Random.Next(256)),
        (made, bytes, _) => Changed(made, bytes, (copy, at) => SetWord(made, copy, at)),
        // The first bytes say what it is, and how long.
        (made, bytes, _) => Changed(made, bytes, (copy, at) => SetWord(made, copy, at % 4)),
        (made, bytes, _) => bytes[..made.Random.Next(bytes.Length + 1)],
        (made, bytes, _) => bytes[made.Random.Next(bytes.Length + 1)..],
        (made, bytes, _) => [.. bytes, .. Noise(made)],
        (made, bytes, _) => Inserted(made, bytes, Noise(made)),
        (made, bytes, _) => Inserted(made, bytes, bytes),
        (made, bytes, corpus) => Inserted(made, bytes, made.One(corpus)),
        (made, bytes, corpus) => Joined(made, bytes, made.One(corpus)),
    ];

    public static byte[] Mutated(Case made, IReadOnlyList<byte[]> corpus)
    {
        var bytes = made.One(corpus);
        for (var changes = made.Random.Next(5); changes > 0; changes--)
            bytes = made.One(All)(made, bytes, corpus);
        return bytes.Length <= Longest ? bytes : bytes[..Longest];
    }

    private static byte[] Changed(Case made, byte[] bytes, Action<byte[], int> change)
    {
        if (bytes.Length == 0)
            return bytes;
        var copy = (byte[])bytes.Clone();
        change(copy, made.Random.Next(copy.Length));
        return copy;
    }

    private static void SetWord(Case made, byte[] bytes, int at)
    {
        var word = new byte[sizeof(uint)];
        if (made.InPercent(50))
            BinaryPrimitives.WriteUInt32LittleEndian(word, made.One(Words));
        else
            BinaryPrimitives.WriteUInt32BigEndian(word, made.One(Words));
        word.AsSpan(0, Math.Min(word.Length, bytes.Length - at)).CopyTo(bytes.AsSpan(at));
    }

    private static byte[] Noise(Case made)
    {
        var noise = new byte[made.Random.Next(made.InPercent(1) ? Longest : Short)];
        if (made.InPercent(50))
            made.Random.NextBytes(noise);
        return noise;
    }

    private static byte[] Inserted(Case made, byte[] bytes, byte[] other)
    {
        var at = made.Random.Next(bytes.Length + 1);
        return [.. bytes[..at], .. other, .. bytes[at..]];
    }

    private static byte[] Joined(Case made, byte[] bytes, byte[] other) =>
        [.. bytes[..made.Random.Next(bytes.Length + 1)], .. other[made.Random.Next(other.Length + 1)..]];
}
