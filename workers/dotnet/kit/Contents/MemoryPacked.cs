using System.Buffers;
using MemoryPack;

namespace Pingmark.Worker.Kit;

/// <summary>By MemoryPack.</summary>
internal sealed class MemoryPacked : Serializer
{
    public override void Write(Sample sample, IBufferWriter<byte> to) => MemoryPackSerializer.Serialize(to, sample);

    public override Sample? Read(ReadOnlySpan<byte> bytes)
    {
        Sample? sample = null;
        return MemoryPackSerializer.Deserialize(bytes, ref sample) == bytes.Length ? sample : null;
    }
}
