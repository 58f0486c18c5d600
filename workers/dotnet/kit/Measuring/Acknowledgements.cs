using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Takes what comes back of messages that go one way: the server says from time to time how many of them have
/// arrived.</summary>
internal sealed class Acknowledgements(Lane lane) : Exchange(lane, OneWay.AcknowledgementBytes)
{
    public override void Take(Connection connection, ReadOnlySpan<byte> body, int bodyAt, long now)
    {
        if (body.Length == OtherBytes)
            Acknowledge(connection, body, now);
        else
            connection.Answer(body, bodyAt, now);
    }

    /// <summary>Where the next frame would begin nobody knows.</summary>
    public override string RefusalOf(int bodyBytes) => $"acknowledgement of {bodyBytes} bytes";

    /// <summary>Ends all messages that were sent no later than the one that asked for it. What the server did not count
    /// is lost; which of them these are is not known, and the earliest are taken to be.</summary>
    private static void Acknowledge(Connection connection, ReadOnlySpan<byte> acknowledgement, long now)
    {
        var slots = connection.Slots;
        var last = slots.Awaited(BinaryPrimitives.ReadUInt32LittleEndian(acknowledgement));
        if (last < 0)
        {
            connection.Lane.Unexpected(last, now);
            return;
        }
        var (slot, waiting) = slots.RowUpTo(last);
        var arrived = BinaryPrimitives.ReadInt64LittleEndian(acknowledgement[sizeof(uint)..]);
        // At least the one that asked for it.
        var came = Math.Max(1, arrived - connection.CountedByPeer);
        connection.CountedByPeer = arrived;
        connection.Lane.Late(came - waiting, now);
        var lost = waiting - Math.Min(waiting, came);
        for (var left = waiting; left > 0; slot = slots.After(slot))
            if (slots.IsBusy(slot))
            {
                left--;
                connection.Acknowledged(slot, lost-- > 0, now);
            }
    }
}
