using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Takes what comes back of messages that go one way: the server says from time to time how many of them have
/// arrived.</summary>
internal sealed class Acknowledgements(Connection connection) : Exchange(connection, OneWay.AcknowledgementBytes)
{
    private readonly Slots _slots = connection.Slots;

    /// <summary>So many by the server's count.</summary>
    private long _arrived;

    public override void Take(ReadOnlySpan<byte> body, int bodyAt, long now)
    {
        if (body.Length == OtherBytes)
            Acknowledge(body, now);
        else
            Connection.Answer(body, bodyAt, now);
    }

    /// <summary>Where the next frame would begin nobody knows.</summary>
    public override string RefusalOf(int bodyBytes) => $"acknowledgement of {bodyBytes} bytes";

    /// <summary>Ends all messages that were sent no later than the one that asked for it. What the server did not count
    /// is lost; which of them these are is not known, and the earliest are taken to be.</summary>
    private void Acknowledge(ReadOnlySpan<byte> acknowledgement, long now)
    {
        var last = _slots.Awaited(BinaryPrimitives.ReadUInt32LittleEndian(acknowledgement));
        if (last < 0)
        {
            Connection.Lane.Unexpected(last, now);
            return;
        }
        var (slot, waiting) = _slots.RowUpTo(last);
        var arrived = BinaryPrimitives.ReadInt64LittleEndian(acknowledgement[sizeof(uint)..]);
        // At least the one that asked for it.
        var came = Math.Max(1, arrived - _arrived);
        _arrived = arrived;
        Connection.Lane.Late(came - waiting, now);
        var lost = waiting - Math.Min(waiting, came);
        for (var left = waiting; left > 0; slot = _slots.After(slot))
            if (_slots.IsBusy(slot))
            {
                left--;
                Connection.Acknowledged(slot, lost-- > 0, now);
            }
    }
}
