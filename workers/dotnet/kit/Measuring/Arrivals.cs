namespace Pingmark.Worker.Kit;

/// <summary>An answer, and the message that it ended.</summary>
internal readonly record struct Arrival(uint Sequence, int BodyAt, bool IsCounted, long IntendedAt, long SentAt);

/// <summary>The answers of one receive: what they free is used again and sent before any is verified and
/// recorded.</summary>
internal sealed class Arrivals(Payload payload, Counts counts)
{
    private Arrival[] _waiting = new Arrival[1];
    private int _count;

    /// <summary>One receive can bring so many.</summary>
    public void MakeRoom(int answers)
    {
        if (answers > _waiting.Length)
            _waiting = new Arrival[answers];
    }

    public void Add(in Arrival answer) => _waiting[_count++] = answer;

    /// <param name="received">Where their bodies are.</param>
    /// <param name="now">When they came.</param>
    public void Verify(ReadOnlySpan<byte> received, int bodyBytes, long now, bool isTimed)
    {
        for (var i = 0; i < _count; i++)
        {
            ref var answer = ref _waiting[i];
            var isSound = payload.Matches(answer.Sequence, received.Slice(answer.BodyAt, bodyBytes));
            if (!answer.IsCounted)
                continue;
            if (isSound)
                Record(in answer, now, isTimed);
            else
                counts.CountCorrupt();
        }
        _count = 0;
    }

    private void Record(in Arrival answer, long now, bool isTimed)
    {
        counts.RoundTrips.Record(now - answer.IntendedAt);
        if (!isTimed)
            return;
        counts.Uncorrected!.Record(now - answer.SentAt);
        counts.SendLateness!.Record(answer.SentAt - answer.IntendedAt);
    }
}
