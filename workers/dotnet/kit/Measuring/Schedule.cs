namespace Pingmark.Worker.Kit;

/// <summary>When the next message of each of a lane's connections is due: the times lie side by side, so that the
/// earliest of hundreds is found in a fraction of a microsecond.</summary>
internal sealed class Schedule
{
    private long[] _due = [];

    /// <summary>The connection that is due first, and its time.</summary>
    public int Next { get; private set; }
    public long NextDue { get; private set; } = Load.Never;

    public void Add() => _due = [.. _due, Load.Never];

    public void Set(int connection, long due)
    {
        _due[connection] = due;
        if (due < NextDue)
            (Next, NextDue) = (connection, due);
        else if (connection == Next)
            FindNext();
    }

    private void FindNext()
    {
        (Next, NextDue) = (0, _due[0]);
        for (var connection = 1; connection < _due.Length; connection++)
            if (_due[connection] < NextDue)
                (Next, NextDue) = (connection, _due[connection]);
    }
}
