namespace Pingmark.Worker.Kit;

/// <summary>Sends whenever a slot is free: what frees a slot sends the next message. Only the first messages are due
/// without that, those of some connections in each pass.</summary>
internal sealed class UntimedSchedule(Lane lane, Connection[] connections) : Schedule
{
    private const long AtOnce = 0;

    private int _filled;

    public override void Begin(long now) => FillSome(now);

    public override void SendDue() => FillSome(lane.ReadClock());

    private void FillSome(long now)
    {
        var end = Math.Min(_filled + Constants.ConnectionsFilledPerPass, connections.Length);
        for (; _filled < end; now = lane.ReadClock())
        {
            connections[_filled].Fill(now);
            _filled++;
        }
        NextDue = _filled < connections.Length ? AtOnce : Load.Never;
    }

    public override bool GoOn(Connection connection, long now) => connection.ComposeVacant(now);

    public override void LookedForLosses()
    {
        foreach (var connection in connections)
            if (lane.ReadClock() is var now && Fills(now))
                connection.Fill(now);
    }

    /// <summary>After the window messages could not count, and would only delay the result.</summary>
    public override bool Refills(long now) =>
        lane.IsSending && (!lane.Window.IsOver(now) || _filled < connections.Length);

    /// <summary>What goes one way ends when the last message of its part has been sent, be it after the
    /// window.</summary>
    public override bool Fills(long now) =>
        Refills(now) || (lane.Plan.IsOneWay && lane.IsSending && !lane.Window.AllSettled);
}
