namespace Pingmark.EndToEndTests.Harness;

/// <summary>The messages of a closed loop with one in flight, as packets.</summary>
/// <param name="Answered">When the request and its answer, which has the same content, were on the wire.</param>
internal sealed record Wire(IReadOnlyList<(long RequestNs, long AnswerNs)> Answered)
{
    /// <summary>By the number that each message begins with. What TCP sent twice counts when it was seen first, and an
    /// answer that came when its message was lost already counts, too.</summary>
    public static Wire Of(IReadOnlyList<WireTap.Packet> packets)
    {
        var (requests, answered) = (new Dictionary<ulong, long>(), new List<(long, long)>());
        foreach (var packet in packets)
            if (packet.IsRequest)
                requests.TryAdd(packet.Beginning, packet.AtNs);
            else if (requests.Remove(packet.Beginning, out var requestNs))
                answered.Add((requestNs, packet.AtNs));
        return new(answered);
    }

    /// <summary>The messages before were the warm-up's.</summary>
    public Wire Last(int count)
    {
        Assert.True(count <= Answered.Count, $"{Answered.Count} answers on the wire, {count} reported");
        return new([.. Answered.TakeLast(count)]);
    }

    public long RoundTripP50Ns => Median(Answered.Select(message => message.AnswerNs - message.RequestNs));

    /// <summary>From answer to answer: in a closed loop a round trip with all that a client does of it.</summary>
    public long SpacingP50Ns => Median(Answered.Zip(Answered.Skip(1), (one, next) => next.AnswerNs - one.AnswerNs));

    private static long Median(IEnumerable<long> values) =>
        values.Order().ToList() is var sorted ? sorted[sorted.Count / 2] : 0;
}
