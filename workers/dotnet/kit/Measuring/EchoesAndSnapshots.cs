namespace Pingmark.Worker.Kit;

/// <summary>Takes echoes, and between them snapshots, which the server sends unasked and whose length tells
/// them.</summary>
internal sealed class EchoesAndSnapshots(Connection connection, int snapshotBytes) : Exchange(connection, snapshotBytes)
{
    private readonly LaneSnapshots _snapshots = connection.Lane.Snapshots!;
    private readonly SnapshotsSeen _seen = connection.Lane.Snapshots!.AddConnection();

    public override void Begin() => _seen.Begin();

    public override void Take(ReadOnlySpan<byte> body, int bodyAt, long now)
    {
        if (body.Length == OtherBytes)
        {
            _snapshots.Take(_seen, body, now);
            return;
        }
        Connection.Answer(body, bodyAt, now);
        _seen.IsLive = true;
    }
}
