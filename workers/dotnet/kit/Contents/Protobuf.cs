using System.Buffers;

namespace Pingmark.Worker.Kit;

/// <summary>By protobuf-net, which needs no generated files.</summary>
internal sealed class Protobuf : Serializer
{
    public override void Write(Sample sample, IBufferWriter<byte> to) => ProtoBuf.Serializer.Serialize(to, sample);

    public override Sample Read(ReadOnlySpan<byte> bytes) => ProtoBuf.Serializer.Deserialize<Sample>(bytes);
}
