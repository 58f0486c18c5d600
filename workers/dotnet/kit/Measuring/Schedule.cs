namespace Pingmark.Worker.Kit;

/// <summary>Decides when a lane's connections send. It is chosen for each measurement, by whether its load has times of
/// its own: what is here of them is that of a load without any.</summary>
internal abstract class Schedule
{
    /// <summary>When something is to be sent without anything arriving before; Never: there is nothing.</summary>
    public long NextDue { get; protected set; } = Load.Never;

    public static Schedule Of(LoadPlan load, Lane lane, Connection[] connections) =>
        load.IsTimed ? new TimedSchedule(lane, connections) : new UntimedSchedule(lane, connections);

    /// <summary>Sends what the load begins with.</summary>
    public abstract void Begin(long now);

    /// <summary>Sends some of what is due: what arrives meanwhile has to be received.</summary>
    public abstract void SendDue();

    /// <summary>Goes on with what a receive made possible on its connection, beyond the slots that it freed
    /// itself.</summary>
    /// <returns>Whether something was composed, which the connection is to send.</returns>
    public abstract bool GoOn(Connection connection, long now);

    /// <summary>Uses slots that lost messages left empty.</summary>
    public abstract void LookedForLosses();

    /// <returns>Whether the slot of a lost message is used again.</returns>
    public abstract bool Refills(long now);

    /// <returns>Whether slots that are free are used.</returns>
    public virtual bool Fills(long now) => Refills(now);

    /// <summary>A poll of a connection brought nothing.</summary>
    public virtual void PolledInVain() { }

    /// <returns>The time from which a wait is reckoned.</returns>
    public virtual long WaitsFrom(long latest) => latest;

    /// <summary>Passes over some of the messages that could not be sent, so long after the window that they are given
    /// up.</summary>
    public virtual void GiveUp(LaneWindow window) { }

    /// <returns>Whether a message that counts is still to be sent.</returns>
    public virtual bool Owes(LaneWindow window) => false;
}
