using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>
/// Whole messages, as a library delivers them: the stack calls <see cref="Arrived(ReadOnlySpan{byte})"/>, sends
/// <see cref="Flow.OutgoingSpan"/>, calls
/// <see cref="Sent()"/>, and then <see cref="Settle(ReadOnlySpan{byte})"/> with the same message. One at a time is
/// composed and sent.
/// </summary>
public class MessageFlow : Flow
{
    private readonly int _bodyBytes;

    internal MessageFlow(Lane lane)
        : base(lane, lane.Plan.MessageBytes) => _bodyBytes = lane.Plan.MessageBytes;

    internal override int MostAnswers => 1;
    protected override bool HasRoom => !HasOutgoing;

    /// <summary>A message was received: frees its slot and composes the next.</summary>
    public void Arrived(ReadOnlySpan<byte> message)
    {
        var now = Clock.Now();
        if (message.Length == _bodyBytes)
            Answer(BinaryPrimitives.ReadUInt32LittleEndian(message), 0, now);
        else if (!message.SequenceEqual(Token.Answer)) // a hello that had to be repeated is answered as often
            ArrivedCut(message, now);
        Lane.LastRead = now;
    }

    private void ArrivedCut(ReadOnlySpan<byte> message, long now)
    {
        if (message.Length >= sizeof(uint))
            AnswerOfWrongLength(BinaryPrimitives.ReadUInt32LittleEndian(message), now);
        else
            Lane.Corrupt();
    }

    /// <summary>Verifies and records what <see cref="Arrived(ReadOnlySpan{byte})"/> matched.</summary>
    public void Settle(ReadOnlySpan<byte> message)
    {
        Lane.Verify(message, _bodyBytes);
        Lane.Advance(Lane.LastRead);
    }

    /// <summary>The message left, or there was no room for it: then it is lost like any other.</summary>
    public void Sent() => Sent(_bodyBytes);

    protected override void Write(uint sequence) => Lane.Payload.Write(sequence, Append(_bodyBytes));
}
