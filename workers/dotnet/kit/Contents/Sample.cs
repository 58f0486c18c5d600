using MemoryPack;
using ProtoBuf;

namespace Pingmark.Worker.Kit;

/// <summary>What a serialized message says: fields of several types, and as much text as makes it as long as it is to
/// be.</summary>
[MemoryPackable]
[ProtoContract]
internal sealed partial record Sample
{
    [ProtoMember(1)]
    public long Sequence { get; init; }

    [ProtoMember(2)]
    public double Price { get; init; }

    [ProtoMember(3)]
    public int Quantity { get; init; }

    [ProtoMember(4)]
    public string Symbol { get; init; } = "";

    [ProtoMember(5)]
    public string Text { get; init; } = "";
}
