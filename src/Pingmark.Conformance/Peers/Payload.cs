using System.Buffers.Binary;

namespace Pingmark.Conformance.Peers;

/// <summary>Composes bodies by the protocol's definition, independently of any worker.</summary>
internal sealed class Payload
{
    public static readonly string[] Blocks = ["zeros", "ones", "random"];

    private const int BlockBytes = 65_536 + 4_096;
    private const ulong Seed = 0x50494E474D41524B;

    private readonly byte[] _block = new byte[BlockBytes];

    /// <param name="kind">One of <see cref="Blocks"/>.</param>
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

    public byte[] CreateBody(uint sequence, int bodyBytes) =>
        [.. BitConverter.GetBytes(sequence), .. GetContent(sequence, bodyBytes - 4)];

    /// <summary>Whether a body is cut from this block.</summary>
    public bool Matches(ReadOnlySpan<byte> body) =>
        body[4..].SequenceEqual(GetContent(ReadSequence(body), body.Length - 4));

    /// <summary>The bytes that follow the sequence number.</summary>
    public ReadOnlySpan<byte> GetContent(uint sequence, int bytes) =>
        _block.AsSpan((int)(unchecked(sequence * 2_654_435_761) >> 20), bytes);

    public static uint ReadSequence(ReadOnlySpan<byte> body) => BinaryPrimitives.ReadUInt32LittleEndian(body);

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
