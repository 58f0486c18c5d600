using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Takes what the server of a lane's connections sends unasked.</summary>
internal sealed class LaneSnapshots(Lane lane, TickPlan ticks)
{
    private readonly Payload _payload = new("random");
    private readonly SnapshotCounts _counts = new(lane.Counts);
    private SnapshotsSeen[] _seen = [];

    public SnapshotsSeen AddConnection()
    {
        var added = new SnapshotsSeen();
        _seen = [.. _seen, added];
        return added;
    }

    public void Take(SnapshotsSeen seen, ReadOnlySpan<byte> body, long now)
    {
        var tick = BinaryPrimitives.ReadUInt32LittleEndian(body);
        var tickAt = BinaryPrimitives.ReadInt64LittleEndian(body[sizeof(uint)..]);
        var payload = body[TickPlan.HeadBytes..];
        switch (_counts.Arrived(seen, tick, tickAt, now, lane.Window.Whole))
        {
            case SnapshotCounts.Kind.Repeated:
                lane.Unexpected(Slots.Duplicated, now);
                break;
            case SnapshotCounts.Kind.Late:
                lane.Unexpected(Slots.Late, now);
                break;
            case SnapshotCounts.Kind.Counted when !payload.SequenceEqual(_payload.Of(tick, payload.Length)):
                lane.Counts.Corrupt++;
                break;
        }
    }

    /// <returns>Whether some are to come that count.</returns>
    public bool AreAwaited(long now, long lostAfterNs)
    {
        if (now - Math.Max(lostAfterNs, ticks.PatienceNs) >= lane.Window.Whole.To)
            return false;
        foreach (var seen in _seen)
            if (!seen.IsOver)
                return true;
        return false;
    }
}
