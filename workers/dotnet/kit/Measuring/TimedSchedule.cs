namespace Pingmark.Worker.Kit;

/// <summary>Sends messages at the times that the load gives them, or as soon after as a slot is free.</summary>
internal sealed class TimedSchedule(Lane lane, Connection[] connections) : Schedule
{
    private readonly Agenda _agenda = new(connections.Length);

    /// <summary>So many messages may still go in this pass.</summary>
    private int _left;

    public override void Begin(long now)
    {
        foreach (var connection in connections)
            connection.Fill(now, most: 0); // what the last measurement left
        SlotsFreed();
        SendDue();
    }

    /// <summary>Sends those of the next pass.</summary>
    public override void SendDue()
    {
        _left = Constants.DueMessagesPerPass;
        SendSome();
    }

    /// <summary>Not all at once, when there are many: what arrives meanwhile has to be received.</summary>
    private void SendSome()
    {
        var now = lane.ReadClock();
        while (_left > 0 && _agenda.NextDue <= now && lane.IsSending)
        {
            var connection = connections[_agenda.Next];
            _left -= connection.Fill(now, _left);
            _agenda.Set(connection.Index, connection.Due);
            if (_agenda.NextDue <= now)
                now = lane.ReadClock(); // each call has a reading of its own
        }
        NextDue = lane.IsSending ? _agenda.NextDue : Load.Never;
    }

    public override bool GoOn(Connection connection, long now)
    {
        _agenda.Set(connection.Index, connection.Due);
        NextDue = _agenda.NextDue;
        if (now >= NextDue && _left > 0)
            SendSome();
        return false;
    }

    public override void LookedForLosses() => SlotsFreed();

    private void SlotsFreed()
    {
        foreach (var connection in connections)
            _agenda.Set(connection.Index, connection.Due);
        NextDue = _agenda.NextDue;
    }

    public override bool Refills(long now) => lane.IsSending;

    public override long WaitsFrom(long latest) => lane.ReadClock();

    public override void PolledInVain()
    {
        if (lane.ReadClock() >= NextDue)
            SendDue();
    }

    /// <summary>They may be millions, so that the lane turns in between.</summary>
    public override void GiveUp(LaneWindow window)
    {
        var left = Constants.GivenUpMessagesPerPass;
        foreach (var connection in connections)
            left -= connection.GiveUp(window, left);
        SlotsFreed();
    }

    public override bool Owes(LaneWindow window)
    {
        foreach (var connection in connections)
            if (connection.Owes(window))
                return true;
        return false;
    }
}
