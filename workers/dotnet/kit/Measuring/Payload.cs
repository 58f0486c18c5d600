using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>
/// The content of bodies. It is a stretch of one precomputed block, at an offset that follows from the sequence number:
/// writing is one copy and verifying one comparison, yet neighbouring messages differ.
/// </summary>
public sealed class Payload
{
    public const int SequenceBytes = 4;

    private const ulong Seed = 0x50494E474D41524B;

    private readonly byte[] _block = new byte[Constants.PayloadBlockBytes];

    public Payload(string kind)
    {
        switch (kind)
        {
            case "zeros":
                break;
            case "ones":
                _block.AsSpan().Fill(0xFF);
                break;
            case "random":
                var generator = new SplitMix64(Seed);
                for (int at = 0; at < Constants.PayloadBlockBytes; at += sizeof(ulong))
                    BinaryPrimitives.WriteUInt64LittleEndian(_block.AsSpan(at), generator.Next());
                break;
            default:
                throw new UnsupportedException($"payload '{kind}': there are zeros, ones and random");
        }
    }

    public void Write(uint sequence, Span<byte> body)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(body, sequence);
        Expected(sequence, body.Length).CopyTo(body[SequenceBytes..]);
    }

    public bool Matches(uint sequence, ReadOnlySpan<byte> body) =>
        body[SequenceBytes..].SequenceEqual(Expected(sequence, body.Length));

    private ReadOnlySpan<byte> Expected(uint sequence, int bodyBytes) => Of(sequence, bodyBytes - SequenceBytes);

    /// <summary>What belongs to a number, so many bytes.</summary>
    internal ReadOnlySpan<byte> Of(uint sequence, int bytes) =>
        new(_block, (int)((sequence * 2654435761) >> 20), bytes);
}
