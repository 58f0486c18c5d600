using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Takes messages that come back as they were sent, and parses each of them at once: a program that is
/// answered goes on when it knows what the answer says.</summary>
internal sealed class ParsedEchoes(Lane lane, int bodyBytes, Serialized content) : Exchange(lane, bodyBytes)
{
    /// <summary>Nothing is left to compare but the sequence number, by which it was found.</summary>
    public override int ComparedBytes(int bodyBytes) => Payload.SequenceBytes;

    public override void Take(Connection connection, ReadOnlySpan<byte> body, int bodyAt, long now)
    {
        var sequence = BinaryPrimitives.ReadUInt32LittleEndian(body);
        if (content.Matches(sequence, body[Payload.SequenceBytes..]))
            connection.Answer(body[..Payload.SequenceBytes], bodyAt, now);
        else
            connection.UnreadableAnswer(sequence, now);
    }
}
