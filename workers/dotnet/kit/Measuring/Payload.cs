using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>
/// The content of bodies. It is a stretch of one precomputed block, at an offset that follows from the sequence number:
/// writing is one copy and verifying one comparison, yet neighbouring messages differ. Or a library makes each of them.
/// </summary>
public sealed class Payload
{
    public const int SequenceBytes = 4;

    private const ulong Seed = 0x50494E474D41524B;

    /// <summary>The kinds that are cut from a block.</summary>
    public static readonly IReadOnlyList<string> Blocks = ["zeros", "ones", "random"];

    private readonly byte[] _block = new byte[Constants.PayloadBlockBytes];
    private readonly Func<Serialized>? _makeContent;

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

    /// <summary>Contents that are made and parsed one by one.</summary>
    internal Payload(Func<Serialized> makeContent) => (_makeContent, Content) = (makeContent, makeContent());

    /// <summary>Null: all contents are of the block.</summary>
    internal Serialized? Content { get; }

    /// <summary>The same for another lane: what makes and parses contents belongs to one.</summary>
    internal Payload Share() => _makeContent is { } make ? new(make) : this;

    public void Write(uint sequence, Span<byte> body)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(body, sequence);
        if (Content is { } content)
            content.Write(sequence, body[SequenceBytes..]);
        else
            Expected(sequence, body.Length).CopyTo(body[SequenceBytes..]);
    }

    /// <summary>Compares with the block.</summary>
    public bool Matches(uint sequence, ReadOnlySpan<byte> body) =>
        body[SequenceBytes..].SequenceEqual(Expected(sequence, body.Length));

    private ReadOnlySpan<byte> Expected(uint sequence, int bodyBytes) => Of(sequence, bodyBytes - SequenceBytes);

    /// <summary>What belongs to a number, so many bytes.</summary>
    internal ReadOnlySpan<byte> Of(uint sequence, int bytes) =>
        new(_block, (int)((sequence * 2654435761) >> 20), bytes);
}
