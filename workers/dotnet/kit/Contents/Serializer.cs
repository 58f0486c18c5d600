using System.Buffers;

namespace Pingmark.Worker.Kit;

/// <summary>Makes bytes of a sample and a sample of bytes, as programs have their library do it.</summary>
internal abstract class Serializer
{
    public abstract void Write(Sample sample, IBufferWriter<byte> to);

    /// <returns>Null, or whatever its library throws, where the bytes, all of them, are no sample.</returns>
    public abstract Sample? Read(ReadOnlySpan<byte> bytes);
}
