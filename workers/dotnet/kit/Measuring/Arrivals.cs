using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>An answer, and the message that it ended.</summary>
internal readonly record struct Arrival(uint Sequence, int BodyAt, bool IsCounted, long IntendedAt, long SentAt);

/// <summary>The answers of one receive: what they free is used again and sent before any is verified and
/// recorded.</summary>
internal sealed class Arrivals(Payload payload)
{
    /// <summary>In place of the bytes of each body that are compared: as many as its frame says.</summary>
    public const int AsFramed = 0;

    private Arrival[] _waiting = new Arrival[1];
    private int _count;

    /// <summary>One way: when messages were sent that the server has, and whose content nobody sends back.</summary>
    private long[] _acknowledged = new long[1];
    private int _acknowledgedCount;

    /// <summary>One receive can bring so many.</summary>
    public void MakeRoom(int answers)
    {
        if (answers > _waiting.Length)
            _waiting = new Arrival[answers];
    }

    public void Add(in Arrival answer) => _waiting[_count++] = answer;

    public void AddAcknowledged(long sentAt)
    {
        if (_acknowledgedCount == _acknowledged.Length)
            Array.Resize(ref _acknowledged, 2 * _acknowledgedCount);
        _acknowledged[_acknowledgedCount++] = sentAt;
    }

    /// <param name="received">Where their bodies are.</param>
    /// <param name="comparedBytes">Of each body; or <see cref="AsFramed"/>.</param>
    /// <param name="now">When they came.</param>
    /// <param name="roundTrips">Records those that count and are intact.</param>
    public void Verify<TRoundTrips>(
        ReadOnlySpan<byte> received,
        int comparedBytes,
        long now,
        TRoundTrips roundTrips,
        ref long corrupt
    )
        where TRoundTrips : struct, Recording.IRoundTrips
    {
        for (var i = 0; i < _count; i++)
        {
            ref var answer = ref _waiting[i];
            var bytes =
                comparedBytes == AsFramed
                    ? BinaryPrimitives.ReadInt32LittleEndian(received[(answer.BodyAt - sizeof(int))..])
                    : comparedBytes;
            var isSound = payload.Matches(answer.Sequence, received.Slice(answer.BodyAt, bytes));
            if (!answer.IsCounted)
                continue;
            if (isSound)
                roundTrips.Record(now - answer.IntendedAt, answer.SentAt - answer.IntendedAt);
            else
                corrupt++;
        }
        _count = 0;
        for (var i = 0; i < _acknowledgedCount; i++)
            roundTrips.Record(now - _acknowledged[i], lateNs: 0);
        _acknowledgedCount = 0;
    }
}
