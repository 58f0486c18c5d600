using System.Buffers;

namespace Pingmark.Worker.Kit;

/// <summary>The content of messages that a library makes of an object, and an object of. Each lane has its
/// own.</summary>
internal sealed class Serialized(Serializer library, Samples samples)
{
    private readonly ArrayBufferWriter<byte> _written = new();

    /// <summary>How many bytes it makes of the message of this number.</summary>
    public int Length(uint sequence) => Make(sequence).Length;

    /// <summary>Fills what follows the sequence number.</summary>
    public void Write(uint sequence, Span<byte> content)
    {
        var made = Make(sequence);
        if (made.Length != content.Length)
            throw new WorkerException($"message {sequence} takes {made.Length} bytes of {content.Length}");
        made.CopyTo(content);
    }

    /// <summary>Whether what was received says what was sent.</summary>
    public bool Matches(uint sequence, ReadOnlySpan<byte> content)
    {
        try
        {
            return samples.Of(sequence).Equals(library.Read(content));
        }
        catch (Exception)
        {
            // Whatever a library says of bytes that it can't read, they are not what was sent.
            return false;
        }
    }

    private ReadOnlySpan<byte> Make(uint sequence)
    {
        _written.ResetWrittenCount();
        library.Write(samples.Of(sequence), _written);
        return _written.WrittenSpan;
    }
}
