using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>Takes echoes, and between them snapshots, which the server sends unasked and whose length tells
/// them.</summary>
internal sealed class EchoesAndSnapshots(Lane lane, TickPlan ticks, bool isStream)
    : Exchange(lane, ticks.BodyBytes(isStream))
{
    private readonly Payload _payload = new("random");
    private readonly SnapshotCounts _arrivals = new(lane.Counts);
    private long _patienceNs;

    public override void Begin(long lostAfterNs) => _patienceNs = Math.Max(lostAfterNs, ticks.PatienceNs);

    public override void Take(Connection connection, ReadOnlySpan<byte> body, int bodyAt, long now)
    {
        if (body.Length == OtherBytes)
        {
            TakeSnapshot(connection.Snapshots, body, now);
            return;
        }
        connection.Answer(body, bodyAt, now);
        connection.Snapshots.IsLive = true;
    }

    public override bool AwaitsMore(Connection[] connections, long now)
    {
        if (now - _patienceNs >= Lane.Window.Whole.To)
            return false;
        foreach (var connection in connections)
            if (!connection.Snapshots.IsOver)
                return true;
        return false;
    }

    /// <summary>The first one after the window ends its connection's count.</summary>
    private void TakeSnapshot(SnapshotsSeen seen, ReadOnlySpan<byte> body, long now)
    {
        var window = Lane.Window.Whole;
        var tick = BinaryPrimitives.ReadUInt32LittleEndian(body);
        var skewNs = now - _arrivals.FirstArrival(tick, now);
        if (!seen.IsLive || seen.IsOver || now < window.From)
            return;
        if (seen.HasBegun && (int)(tick - seen.Last) <= 0)
        {
            if (seen.Overtaken(tick) is { } stray)
                Lane.Unexpected(stray, now);
            return;
        }
        _arrivals.Gap(seen, tick);
        seen.IsOver = now >= window.To;
        if (seen.IsOver)
            return;
        _arrivals.Received(now - BinaryPrimitives.ReadInt64LittleEndian(body[sizeof(uint)..]), skewNs);
        var payload = body[TickPlan.HeadBytes..];
        if (!payload.SequenceEqual(_payload.Of(tick, payload.Length)))
            Lane.Counts.Corrupt++;
    }
}
