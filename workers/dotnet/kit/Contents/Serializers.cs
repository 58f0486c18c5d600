namespace Pingmark.Worker.Kit;

/// <summary>The kinds of payloads by their names. A new library is a line here.</summary>
internal static class Serializers
{
    private static readonly SortedDictionary<string, Func<Serializer>> Kinds = new(StringComparer.Ordinal)
    {
        ["json"] = () => new Json(),
        ["memorypack"] = () => new MemoryPacked(),
        ["protobuf"] = () => new Protobuf(),
    };

    /// <summary>What a client can be asked for.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Payload.Blocks, .. Kinds.Keys];

    /// <summary>What bodies carry.</summary>
    /// <param name="isEchoed">Its messages, and nothing else, come back.</param>
    /// <exception cref="UnsupportedException">There is no such kind, or not for such messages.</exception>
    public static Payload PayloadOf(string kind, int bodyBytes, int headerBytes, bool isEchoed)
    {
        if (!Kinds.TryGetValue(kind, out var library))
            return Payload.Blocks.Contains(kind)
                ? new Payload(kind)
                : throw new UnsupportedException($"payload {kind}: this worker has {string.Join(", ", Names)}");
        if (!isEchoed)
            throw new UnsupportedException($"payload {kind}: not with one_way or snapshots");
        if (Room.Find(library(), bodyBytes - Payload.SequenceBytes) is { } samples)
            return new Payload(() => new Serialized(library(), samples));
        var least = Math.Max(bodyBytes + 1, Room.Least(library()) + Payload.SequenceBytes) + headerBytes;
        throw new UnsupportedException($"payload {kind}: message_bytes has to be {least} at least");
    }
}
