using System.Buffers.Binary;

namespace Pingmark.Conformance.Peers;

/// <summary>Composes bodies by the protocol's definition, independently of any worker.</summary>
public sealed class Payload
{
    public static readonly string[] Blocks = ["zeros", "ones", "random"];

    private const int BlockBytes = 65_536 + 4_096;
    private const ulong Seed = 0x50494E474D41524B;

    private readonly byte[] _block = new byte[BlockBytes];

    /// <param name="kind"><c>zeros</c>, <c>ones</c> or <c>random</c>.</param>
    public Payload(string kind)
    {
        if (kind == "ones")
            _block.AsSpan().Fill(0xFF);
        if (kind != "random")
            return;
        var state = Seed;
        for (var at = 0; at < BlockBytes; at += 8)
            BinaryPrimitives.WriteUInt64LittleEndian(_block.AsSpan(at), SplitMix64(ref state));
    }

    public byte[] Body(uint sequence, int bodyBytes)
    {
        var body = new byte[bodyBytes];
        BinaryPrimitives.WriteUInt32LittleEndian(body, sequence);
        For(sequence, bodyBytes - 4).CopyTo(body.AsSpan(4));
        return body;
    }

    /// <summary>Whether a body is cut from this block.</summary>
    public bool Has(ReadOnlySpan<byte> body) => body[4..].SequenceEqual(For(SequenceOf(body), body.Length - 4));

    /// <summary>The bytes that follow the sequence number.</summary>
    public ReadOnlySpan<byte> For(uint sequence, int bytes) =>
        _block.AsSpan((int)(unchecked(sequence * 2_654_435_761) >> 20), bytes);

    public static uint SequenceOf(ReadOnlySpan<byte> body) => BinaryPrimitives.ReadUInt32LittleEndian(body);

    public static ulong SplitMix64(ref ulong state)
    {
        unchecked
        {
            var z = state += 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}
